def f = (1 + 2))
def g = )

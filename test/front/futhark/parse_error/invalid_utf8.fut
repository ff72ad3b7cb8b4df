def f = 1 -- café
def g = )

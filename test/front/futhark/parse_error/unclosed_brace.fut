def f = {x = 1, y = 2
def g = 2

def f = 1. + 2
def g = [1.]
def h = 0x1.

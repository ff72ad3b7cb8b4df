def f = 1e
def g = 1.5e+

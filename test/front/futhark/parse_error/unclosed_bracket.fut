def f = [1, 2, 3
def g = 2

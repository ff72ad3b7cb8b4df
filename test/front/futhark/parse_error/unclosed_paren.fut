def f x = (x + 1

def g = 2

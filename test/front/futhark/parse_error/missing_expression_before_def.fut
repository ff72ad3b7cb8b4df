def f x =

def g = 1

def f = x @ y

def g = 1 @@@ 2

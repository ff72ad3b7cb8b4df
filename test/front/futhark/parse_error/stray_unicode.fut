def f = x × y
def α = 1

-- An element of another type.
def f = [1, 2.0, true]

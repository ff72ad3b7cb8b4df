-- A tuple is not a number.
def f = (1, 2) + 3

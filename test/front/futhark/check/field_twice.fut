-- A field twice.
def f = {x = 1, x = 2}

-- A function that is applied to itself.
def f x = x x

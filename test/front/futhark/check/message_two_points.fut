-- A number with two points.
def f = 1.2.3
def g = 1.5.x

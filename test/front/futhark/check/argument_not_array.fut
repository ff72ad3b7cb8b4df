-- A number where an array is expected.
def f = map (+1) 5

-- A number is indexed.
def f (x: i32) = x[0]

-- A number is applied.
def f (x: i32) = x 1

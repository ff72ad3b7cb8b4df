-- A name twice in the parameters.
def f (x: i32) (x: i32) = x

-- A number has no fields.
def f (x: i32) = let y = x in y.a

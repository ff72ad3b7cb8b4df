-- A new element of another type.
def f (xs: *[3]i32) = xs with [0] = true

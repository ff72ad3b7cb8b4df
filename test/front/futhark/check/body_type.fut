-- The body does not have the declared type.
def f (x: i32): f64 = x

-- A type parameter that may not be a function, in an array.
-- ==
-- error: error\[E1

def wrap '^a (x: a) : i64 = length [x]
entry main (x: i32) = wrap x

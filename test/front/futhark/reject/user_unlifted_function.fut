-- A type parameter that may not be a function, in an array.
-- ==
-- error: E1206

def wrap '^a (x: a) : i64 = length [x]
entry main (x: i32) = wrap x

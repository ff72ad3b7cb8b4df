-- Type ret missing param.
-- ==
-- error: error\[E12

def f (x: i32) : i32 -> i32 = x
entry main (x: i32) = f x 1

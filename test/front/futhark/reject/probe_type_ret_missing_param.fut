-- Type ret missing param.
-- ==
-- error: E1201

def f (x: i32) : i32 -> i32 = x
entry main (x: i32) = f x 1

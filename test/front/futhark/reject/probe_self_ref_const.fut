-- Self ref const.
-- ==
-- error: error\[E1

def x : i32 = x + 1
entry main (y: i32) = x

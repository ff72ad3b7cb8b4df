-- Self ref const.
-- ==
-- error: E1101

def x : i32 = x + 1
entry main (y: i32) = x

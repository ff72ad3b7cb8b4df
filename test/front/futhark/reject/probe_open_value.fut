-- Open value.
-- ==
-- error: error\[E1

def x = 1
open x
entry main (y: i32) = y

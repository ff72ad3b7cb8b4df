-- Open value.
-- ==
-- error: E1103

def x = 1
open x
entry main (y: i32) = y

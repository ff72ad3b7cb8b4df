-- A function applied to itself.
-- ==
-- error: error\[E12

def omega x = x x
entry main (x: i32) = x

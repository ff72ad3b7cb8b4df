-- A function applied to itself.
-- ==
-- error: E1207

def omega x = x x
entry main (x: i32) = x

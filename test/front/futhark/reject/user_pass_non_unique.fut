-- A parameter passed on to be consumed.
-- ==
-- error: E1402

def f [n] (xs: *[n]i32) : *[n]i32 = xs with [0] = 1
entry main [n] (xs: [n]i32) = f xs

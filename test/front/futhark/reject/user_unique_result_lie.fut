-- A unique result that is a parameter.
-- ==
-- error: E1407

def f [n] (xs: [n]i32) : *[n]i32 = xs
entry main (xs: []i32) = f xs

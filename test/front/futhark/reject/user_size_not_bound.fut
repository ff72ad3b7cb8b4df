-- A size that was not declared.
-- ==
-- error: E1101

def f (xs: [n]i32) : i64 = length xs
entry main (xs: []i32) = f xs

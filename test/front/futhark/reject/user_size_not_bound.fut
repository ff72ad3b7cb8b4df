-- A size that was not declared.
-- ==
-- error: error\[E1

def f (xs: [n]i32) : i64 = length xs
entry main (xs: []i32) = f xs

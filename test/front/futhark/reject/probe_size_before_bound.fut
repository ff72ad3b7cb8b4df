-- Size before bound.
-- ==
-- error: error\[E1

def f (xs: [n]i32) (n: i64) = n
entry main (xs: []i32) = f xs 3

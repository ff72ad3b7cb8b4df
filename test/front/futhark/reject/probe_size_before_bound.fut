-- Size before bound.
-- ==
-- error: E1101

def f (xs: [n]i32) (n: i64) = n
entry main (xs: []i32) = f xs 3

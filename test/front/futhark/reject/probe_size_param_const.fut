-- Size param const.
-- ==
-- error: error\[E1[23]

def f (a: [3]i32) = a[0]
entry main (xs: []i32) = f xs

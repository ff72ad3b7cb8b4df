-- Size param const.
-- ==
-- error: E1301

def f (a: [3]i32) = a[0]
entry main [n] (xs: [n]i32) = f xs

-- Size dep arg.
-- ==
-- error: E1301

def f (n: i64) (a: [n]i32) = a[0]
entry main [m] (xs: [m]i32) = f (m + 1) xs

-- Size arg mismatch.
-- ==
-- error: E1301

def f (n: i64) (xs: [n]i32) = n
entry main (x: i32) = f 3 [x, x]

-- Size prod arg.
-- ==
-- input { 2i64 3i64 } output { 15i64 [[0i64,1i64,2i64],[3i64,4i64,5i64]] }

def f (n: i64) (m: i64) (xs: [n*m]i64) : [n][m]i64 = unflatten xs
entry main (n: i64) (m: i64) = let r = f n m (iota (n * m)) in (i64.sum (flatten r), r)

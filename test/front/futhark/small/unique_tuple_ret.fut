-- Unique tuple ret.
-- ==
-- input { 2i64 } output { [5i64,1i64] [0i64,6i64] }

def two (n: i64) : (*[n]i64, *[n]i64) = (iota n, iota n)
entry main (n: i64) = let (a, b) = two n let a[0] = 5 let b[1] = 6 in (a, b)

-- Top level size dep.
-- ==
-- input { 3 } output { [0i64,1i64,2i64,3i64] }

def k : i64 = 4
def g (xs: [k]i64) : [k]i64 = xs
entry main (_: i32) = g (iota k)

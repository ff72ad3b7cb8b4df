-- Curried dep.
-- ==
-- input { [1,2] } output { 3 }

def f (n: i64) : [n]i32 -> i32 = \xs -> i32.sum xs + i32.i64 (n - n)
entry main [n] (xs: [n]i32) = f n xs

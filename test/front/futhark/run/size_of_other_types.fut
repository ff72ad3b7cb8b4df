-- Sizes that are computed from numbers of other types than i64.
-- ==
-- entry: main
-- input { 7 } output { 45i64 [1, 1, 1, 1, 1, 1, 1, 1] 5i64 10i64 3i64 }
-- ==
-- entry: floats
-- input { 17i64 } output { 6i64 4i64 true }
entry main (x: i32) =
  let y = iota (i64.i32 (x - 2))
  let g [n] (_y: [n]i64) = n
  in ( reduce (+) 0 (iota (i64.i32 (x + 3)))
     , map (+ 1) (replicate (i64.i32 (x + 1)) 0)
     , length y
     , g (iota (i64.i32 (x + 3)))
     , length (iota (i64.i32 (x & 3))))
entry floats (x: i64) =
  let is_prime (x: i64) = all (\d -> x % d != 0) (2..<1 + i64.f64 (f64.sqrt (f64.i64 x)))
  in (i64.sum (iota (i64.f64 (f64.sqrt (f64.i64 x)))), length (iota (i64.f64 (f64.log2 (f64.i64 x)))), is_prime x)

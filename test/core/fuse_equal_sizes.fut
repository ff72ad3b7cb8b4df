-- Sizes that are equal by arithmetic, also where it may wrap around, are one space.
-- ==
-- structure inline,simplify,hoist,shapes,simplify,fuse,simplify { par 2, map 4 }
-- ==
-- entry: twice
-- input { 1i64 } output { [0f64, 1f64] [1f64, 2f64] }
-- input { -1i64 } error: E0412.*An array cannot have -2 elements
-- ==
-- entry: area
-- input { 1i64 1i64 } output { [0f64, 1f64] [1f64, 2f64] }
-- input { 4611686018427387904i64 3i64 } output { empty([0]f64) empty([0]f64) }
entry twice (n: i64) =
  let xs = map (f64.i64 >-> f64.sqrt) (iota (2 * n))
  let ys = map (\i -> f64.sqrt (f64.i64 i) + 1) (iota (n + n))
  in (xs, ys)

entry area (n: i64) (m: i64) =
  let xs = map (f64.i64 >-> f64.sqrt) (iota (n * m + n))
  let ys = map (\i -> f64.sqrt (f64.i64 i) + 1) (iota (n * (m + 1)))
  in (xs, ys)

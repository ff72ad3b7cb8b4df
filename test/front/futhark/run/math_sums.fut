-- The reductions of the modules, also of empty arrays.
-- ==
-- entry: ints
-- input { [3, -1, 4] } output { 6 -12 4 -1 }
-- input { empty([0]i32) } output { 0 1 -2147483648 2147483647 }
-- ==
-- entry: floats
-- input { [1.5, -2.0] } output { -0.5 -3.0 1.5 -2.0 }
-- input { empty([0]f64) } output { 0.0 1.0 -f64.inf f64.inf }
entry ints (xs: []i32): (i32, i32, i32, i32) =
  (i32.sum xs, i32.product xs, i32.maximum xs, i32.minimum xs)
entry floats (xs: []f64): (f64, f64, f64, f64) =
  (f64.sum xs, f64.product xs, f64.maximum xs, f64.minimum xs)

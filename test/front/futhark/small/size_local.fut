-- Size local.
-- ==
-- input { [1,2,3] } output { [2,3,4] 3i64 }

entry main [n] (xs: [n]i32) =
  let f [m] (ys: [m]i32) : [m]i32 = map (+1) ys
  in (f xs, length (f (f xs)))

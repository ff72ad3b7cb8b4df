-- An entry point with unique parameters and results.
-- ==
-- entry: main
-- input { [1, 2] [3, 4] } output { [3, 2] [1, 4] }
entry main (xs: *[2]i32) (ys: *[2]i32): (*[2]i32, *[2]i32) =
  let a = xs[0]
  let b = ys[0]
  in (xs with [0] = b, ys with [0] = a)

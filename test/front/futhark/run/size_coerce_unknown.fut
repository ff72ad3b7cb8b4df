-- A filter coerced to a known size.
-- ==
-- entry: main
-- input { [1, 2] } output { [2, 4] }
-- input { [1, -2] } error: E0404
def main [n] (xs: [n]i32): [n]i32 =
  let ys = filter (> 0) xs :> [n]i32
  in map2 (+) xs ys

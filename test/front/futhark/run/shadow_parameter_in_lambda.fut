-- Parameters of lambdas hide everything, also size names and functions.
-- ==
-- entry: main
-- input { [1, 2, 3] } output { [2, 4, 6] [1, 2, 3] 103i64 }
def main [n] (xs: [n]i32): ([n]i32, [n]i32, i64) =
  let f = \map -> map * 2
  let g (n: i64) = n + 100
  in (map f xs, map (\n -> n) xs, g n)

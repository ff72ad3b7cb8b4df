-- An outer product and its diagonal.
-- ==
-- entry: main
-- input { [1, 2] [3, 4] } output { [[3, 4], [6, 8]] [3, 8] }
def main [n] (xs: [n]i32) (ys: [n]i32): ([n][n]i32, [n]i32) =
  let p = map (\x -> map (* x) ys) xs
  in (p, map (\i -> p[i, i]) (iota n))

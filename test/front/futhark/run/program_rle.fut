-- Run-length encoding by scan and scatter.
-- ==
-- entry: main
-- input { [7, 7, 8, 8, 8, 7] } output { [7, 8, 7] [2i64, 3, 1] }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i64) }
def main [n] (xs: [n]i32): ([]i32, []i64) =
  let starts = filter (\i -> i == 0 || xs[i] != xs[i - 1]) (iota n)
  let k = length starts
  let ends = map (\j -> if j == k - 1 then n else starts[j + 1]) (indices starts)
  in (map (\i -> xs[i]) starts, map2 (-) ends starts)

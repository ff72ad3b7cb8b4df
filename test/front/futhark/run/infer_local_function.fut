-- A local function is as general as its one use needs.
-- ==
-- entry: main
-- input { [1.5, 2.5] } output { [3.0, 5.0] 8.0 }
def main (xs: []f64) =
  let double x = x + x
  let total = reduce (+) 0 (map double xs)
  in (map double xs, total)

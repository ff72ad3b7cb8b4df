-- Projections as functions.
-- ==
-- entry: main
-- input { [1, 2] [3, 4] } output { [1, 2] [4, 5] }
def main [n] (xs: [n]i32) (ys: [n]i32): ([n]i32, [n]i32) =
  let ts = map2 (\x y -> (x, {y, z = y + 1})) xs ys
  in (map (.0) ts, map (.1.z) ts)

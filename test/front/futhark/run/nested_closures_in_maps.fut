-- Closures over several levels of maps.
-- ==
-- entry: main
-- input { [1, 2] [10, 20] } output { [[[12, 22], [13, 23]], [[13, 23], [14, 24]]] }
def main [n] [m] (xs: [n]i32) (ys: [m]i32): [n][n][m]i32 =
  map (\a -> let f b = (\c -> a + b + c) in map (\b -> map (f b) ys) xs) xs

-- A filter per row, reduced at once.
-- ==
-- entry: main
-- input { [[1, -2, 3], [-4, -5, -6]] } output { [4, 0] [2i64, 0] }
def main [n] [m] (xss: [n][m]i32): ([n]i32, [n]i64) =
  unzip (map (\xs -> let ys = filter (> 0) xs in (i32.sum ys, length ys)) xss)

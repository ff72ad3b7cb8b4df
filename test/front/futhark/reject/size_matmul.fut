-- Inner sizes of a product differ.
-- ==
-- error: E1301
def dot [n] (xs: [n]f64) (ys: [n]f64) = f64.sum (map2 (*) xs ys)
def main [n] [m] (a: [n][m]f64) (b: [n][m]f64) = map (\row -> map (dot row) (transpose b)) a

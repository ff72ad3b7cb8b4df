-- A sparse matrix in CSR form times a vector, by a segmented sum.
-- ==
-- entry: main
-- input { [0i64, 2, 2, 3] [0i64, 2, 1] [1.0, 2.0, 3.0] [1.0, 10.0, 100.0] } output { [201.0, 0.0, 30.0] }
def main [n] [k] (offsets: [n]i64) (columns: [k]i64) (values: [k]f64) (x: []f64): []f64 =
  let products = map2 (\c v -> v * x[c]) columns values
  let sums = [0] ++ scan (+) 0 products
  in map (\i -> sums[offsets[i + 1]] - sums[offsets[i]]) (iota (n - 1))

-- Rows of a sparse matrix, whose type keeps a width that no value has.
-- ==
-- input { [[1f64, 2f64, 0f64], [0f64, 3f64, 4f64], [5f64, 0f64, 6f64]] [1f64, 1f64, 1f64] }
-- output { [3f64, 7f64, 11f64] [2i64, 4i64, 6i64] [0i64, 1i64, 1i64, 2i64, 0i64, 2i64]
--          [1f64, 2f64, 3f64, 4f64, 5f64, 6f64] [147f64, 519f64, 571f64] }
-- input { [[0f64, 0f64], [0f64, 0f64]] [1f64, 2f64] }
-- output { [0f64, 0f64] [0i64, 0i64] empty([0]i64) empty([0]f64) [0f64, 0f64] }
type csr [n] [m] [nnz] = {rows: [n]i64, cols: [nnz]i64, vals: [nnz]f64, width: [0][m]()}
def dense_to_csr [n] [m] (a: [n][m]f64): ?[nnz].csr [n] [m] [nnz] =
  let entries = flatten (map2 (\i r -> map2 (\j v -> (i, j, v)) (iota m) r) (iota n) a)
  let nz = filter (\(_, _, v) -> v != 0) entries
  let (is, js, vs) = unzip3 nz
  let counts = hist (+) 0 n is (map (const 1) is)
  in {rows = scan (+) 0 counts, cols = js, vals = vs, width = []}
def spmv [n] [m] [nnz] (a: csr [n] [m] [nnz]) (x: [m]f64): [n]f64 =
  let prods = map2 (\j v -> v * x[j]) a.cols a.vals
  let ends = [0] ++ scan (+) 0 prods
  in map (\i -> #[unsafe] ends[a.rows[i]] - (if i == 0 then 0 else ends[a.rows[i-1]])) (iota n)
entry main [n] [m] (a: [n][m]f64) (x: [m]f64) =
  let c = dense_to_csr a
  let again y = let d = dense_to_csr (transpose (copy a) |> transpose) in spmv d (take m (y ++ x))
  in (spmv c x, c.rows, c.cols, c.vals, iterate 2 again (spmv c x))

-- A matrix in compressed rows times a vector, by loops and by segments.
-- ==
-- input { [0i64, 2i64, 3i64, 3i64, 5i64] [0i64, 2i64, 1i64, 0i64, 3i64] [1.0f64, 2.0f64, 3.0f64, 4.0f64, 5.0f64] [1.0f64, 10.0f64, 100.0f64, 1000.0f64] }
-- output { [201.0f64, 30.0f64, 0.0f64, 5004.0f64] [201.0f64, 30.0f64, 0.0f64, 5004.0f64] }
-- input { [0i64, 0i64] empty([0]i64) empty([0]f64) [1.0f64] } output { [0.0f64] [0.0f64] }

type csr [rows][nnz] = {offsets: [rows + 1]i64, columns: [nnz]i64, values: [nnz]f64}

def spmv_loop [r][z][c] (m: csr [r][z]) (x: [c]f64) : [r]f64 =
  let row i =
    loop sum = 0 for k in m.offsets[i]..<m.offsets[i + 1] do
      sum + m.values[k] * x[m.columns[k]]
  in tabulate r row

def spmv_hist [r][z][c] (m: csr [r][z]) (x: [c]f64) : [r]f64 =
  let products = map2 (\j v -> v * x[j]) m.columns m.values
  let row_of k =
    let (lo, _) =
      loop (lo, hi) = (0, r) while hi - lo > 1 do
        let mid = lo + (hi - lo) / 2
        in if m.offsets[mid] <= k then (mid, hi) else (lo, mid)
    in lo
  in hist (+) 0 r (tabulate z row_of) products

entry main [k][z][c] (offsets: [k]i64) (columns: [z]i64) (values: [z]f64) (x: [c]f64) =
  let r = k - 1
  let m : csr [r][z] = {offsets = offsets :> [r + 1]i64, columns, values}
  in (spmv_loop m x, spmv_hist m x)

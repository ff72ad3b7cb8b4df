-- Sparse matrix times vector, by rows in a loop and by a segmented sum.
-- ==
-- entry: rowwise
-- input { [0i64, 2i64, 3i64, 3i64, 6i64] [0i64, 3i64, 1i64, 0i64, 2i64, 3i64] [2.0f64, 1.0f64, 3.0f64, 1.0f64, 4.0f64, 5.0f64] [1.0f64, 2.0f64, 3.0f64, 4.0f64] }
-- output { [6.0f64, 6.0f64, 0.0f64, 33.0f64] }

-- ==
-- entry: scanned
-- input { [0i64, 2i64, 3i64, 3i64, 6i64] [0i64, 3i64, 1i64, 0i64, 2i64, 3i64] [2.0f64, 1.0f64, 3.0f64, 1.0f64, 4.0f64, 5.0f64] [1.0f64, 2.0f64, 3.0f64, 4.0f64] }
-- output { [6.0f64, 6.0f64, 0.0f64, 33.0f64] }

type csr [rows] [nnz] = {offsets: [rows + 1]i64, columns: [nnz]i64, values: [nnz]f64}

def by_rows [rows] [nnz] (m: csr [rows] [nnz]) (x: []f64): [rows]f64 =
  tabulate rows (\i ->
    loop sum = 0 for k in m.offsets[i]..<m.offsets[i + 1] do
      sum + m.values[k] * x[m.columns[k]])

def segmented_sum [n] (flags: [n]bool) (xs: [n]f64): [n]f64 =
  let op (x, f) (y, g) = (if g then y else x + y, f || g)
  in (unzip (scan op (0, false) (zip xs flags))).0

def by_scan [rows] [nnz] (m: csr [rows] [nnz]) (x: []f64): [rows]f64 =
  let starts = init m.offsets
  let flags = scatter (replicate nnz false) (map2 (\s e -> if s == e then -1 else s) starts (tail m.offsets) :> [rows]i64)
                      (replicate rows true)
  let sums = segmented_sum flags (map2 (\v c -> v * x[c]) m.values m.columns)
  in tabulate rows (\i -> if m.offsets[i] == m.offsets[i + 1] then 0 else sums[m.offsets[i + 1] - 1])

entry rowwise [k] [nnz] (offsets: [k]i64) (columns: [nnz]i64) (values: [nnz]f64) (x: []f64): []f64 =
  let rows = k - 1
  in by_rows {offsets = offsets :> [rows + 1]i64, columns, values} x

entry scanned [k] [nnz] (offsets: [k]i64) (columns: [nnz]i64) (values: [nnz]f64) (x: []f64): []f64 =
  let rows = k - 1
  in by_scan {offsets = offsets :> [rows + 1]i64, columns, values} x

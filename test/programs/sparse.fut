-- Sparse matrices in CSR form: product with a vector (three ways), conjugate gradients, PageRank.
type csr [r] [nz] = {offsets: [r + 1]i64, columns: [nz]i64, values: [nz]f64}

def segmented_scan [n] 't (op: t -> t -> t) (ne: t) (flags: [n]bool) (xs: [n]t) : [n]t =
  (unzip (scan (\(f1, x1) (f2, x2) -> (f1 || f2, if f2 then x2 else op x1 x2)) (false, ne) (zip flags xs))).1

def spmv [r] [nz] (m: csr [r] [nz]) (x: []f64) : [r]f64 =
  map (\i -> loop s = 0 for k in m.offsets[i]..<m.offsets[i + 1] do s + m.values[k] * x[m.columns[k]]) (iota r)

def spmv_scan [r] [nz] (m: csr [r] [nz]) (x: []f64) : [r]f64 =
  let products = map2 (\c v -> v * x[c]) m.columns m.values
  let flags = scatter (replicate nz false) m.offsets[:r] (replicate r true)
  let sums = segmented_scan (+) 0 flags products
  in map (\i -> if m.offsets[i + 1] > m.offsets[i] then sums[m.offsets[i + 1] - 1] else 0) (iota r)

def spmv_hist [r] [nz] (m: csr [r] [nz]) (x: []f64) : [r]f64 =
  let marks = reduce_by_index (replicate nz 0) (+) 0 m.offsets[1:r] (replicate (r - 1) 1)
  let rows = scan (+) 0 marks
  in reduce_by_index (replicate r 0) (+) 0 rows (map2 (\c v -> v * x[c]) m.columns m.values)

entry main [r] [nz] (offsets: [r]i64) (columns: [nz]i64) (values: [nz]f64) (x: []f64) : ([]f64, []f64, []f64) =
  let m = {offsets = offsets :> [(r - 1) + 1]i64, columns, values}
  in (spmv m x, spmv_scan m x, spmv_hist m x)

def dot [n] (a: [n]f64) (b: [n]f64) = f64.sum (map2 (*) a b)
def axpy [n] (k: f64) (x: [n]f64) (y: [n]f64) = map2 (\a b -> k * a + b) x y

entry conjugate_gradient [r] [nz] (offsets: [r]i64) (columns: [nz]i64) (values: [nz]f64) (b: []f64) (limit: i32) : ([]f64, f64) =
  let n = r - 1
  let b = b :> [n]f64
  let m = {offsets = offsets :> [n + 1]i64, columns, values}
  let (x, residual, _, _, _) =
    loop (x, residual, p, rr, i) = (replicate n 0, b, b, dot b b, 0) while rr > 1e-20 && i < limit do
      let q = spmv m p
      let alpha = rr / dot p q
      let x = axpy alpha p x
      let residual = axpy (-alpha) q residual
      let new = dot residual residual
      in (x, residual, axpy (new / rr) p residual, new, i + 1)
  in (x, f64.sqrt (dot residual residual))

entry pagerank [n] [e] (froms: [e]i64) (tos: [e]i64) (ranks: [n]f64) (rounds: i32) : [n]f64 =
  let degrees = reduce_by_index (replicate n 0i64) (+) 0 froms (replicate e 1)
  in loop ranks for _i < rounds do
       let dangling = f64.sum (map2 (\d r -> if d == 0 then r else 0) degrees ranks)
       let shares = map2 (\d r -> if d == 0 then 0 else r / f64.i64 d) degrees ranks
       let sums = reduce_by_index (replicate n 0) (+) 0 tos (map (\f -> shares[f]) froms)
       in map (\s -> 0.15 / f64.i64 n + 0.85 * (s + dangling / f64.i64 n)) sums

-- ==
-- entry: main
-- input { [0i64, 2i64, 2i64, 4i64, 5i64]
--   [0i64, 1i64, 0i64, 2i64, 3i64]
--   [1.5f64, 2f64, 1f64, 3f64, 4f64]
--   [0.211f64, 0.252f64, 0.293f64, 0.241f64] }
-- output { [0.8205f64, 0f64, 1.09f64, 0.964f64]
--   [0.8205f64, 0f64, 1.09f64, 0.964f64]
--   [0.8205f64, 0f64, 1.09f64, 0.964f64] }

-- ==
-- entry: conjugate_gradient
-- input { [0i64, 3i64, 6i64, 9i64, 12i64, 16i64, 18i64]
--   [0i64, 1i64, 4i64, 0i64, 1i64, 2i64, 1i64, 2i64, 3i64, 2i64, 3i64, 4i64, 0i64, 3i64, 4i64, 5i64, 4i64, 5i64]
--   [4f64, -1f64, 0.5f64, -1f64, 4f64, -1f64, -1f64, 4f64, -1f64, -1f64, 4f64, -1f64, 0.5f64, -1f64, 4f64, -1f64, -1f64, 4f64]
--   [0.586f64, 0.259f64, 0.419f64, 0.131f64, 0.91f64, 0.354f64]
--   50i32 }
-- output { [0.14725498426023f64, 0.14619972018188f64, 0.1785438964673f64, 0.1489758656873f64, 0.28635956628192f64, 0.16008989157048f64]
--   0f64 }

-- ==
-- entry: pagerank
-- input { [3i64, 5i64, 4i64, 4i64, 3i64, 4i64, 1i64, 4i64, 1i64, 4i64, 4i64, 0i64]
--   [6i64, 3i64, 6i64, 1i64, 4i64, 0i64, 6i64, 6i64, 1i64, 1i64, 1i64, 3i64]
--   [0.14285714285714f64, 0.14285714285714f64, 0.14285714285714f64, 0.14285714285714f64, 0.14285714285714f64, 0.14285714285714f64, 0.14285714285714f64]
--   10i32 }
-- output { [0.080900596851439f64, 0.20904099763724f64, 0.061261289829484f64, 0.18217040619583f64, 0.13861250943536f64, 0.061261289829484f64, 0.26675291022116f64] }

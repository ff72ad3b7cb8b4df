-- Conjugate gradients in CSR, and a multigrid V cycle for Poisson on a line and a square.
-- ==
-- entry: cg_poisson
-- input { 12i64 } output { true }
-- input { 1i64 } output { true }
-- entry: multigrid1
-- input { 5i64 6i32 } output { true }
-- entry: multigrid2
-- input { 4i64 6i32 } output { true }
import "library/segments"
type csr [rows][nnz] = {starts: [rows+1]i64, cols: [nnz]i64, vals: [nnz]f64}
def spmv [rows][nnz] (m: csr [rows] [nnz]) (x: []f64): [rows]f64 =
  map (\i -> loop s = 0 for j in m.starts[i]..<m.starts[i+1] do
               #[unsafe] s + m.vals[j] * x[m.cols[j]]) (iota rows)
def spmv_flat [rows][nnz] (m: csr [rows] [nnz]) (x: []f64): [rows]f64 =
  let rows_of = replicated_iota (map2 (-) (tail m.starts) (init m.starts)) :> [nnz]i64
  in reduce_by_index (replicate rows 0) (+) 0 rows_of (map2 (\c v -> v * x[c]) m.cols m.vals)
def poisson (n: i64): ?[nnz].csr [n*n] [nnz] =
  let N = n * n
  let neighbours i = let (y, x) = (i / n, i % n)
    in [(-n, y > 0, -1), (-1, x > 0, -1), (0, true, 4), (1, x < n-1, -1), (n, y < n-1, -1f64)]
       |> map (\(d, ok, v) -> (i + d, ok, v))
  let all = tabulate N neighbours
  let counts = map (\r -> i64.sum (map (\(_, ok, _) -> i64.bool ok) r)) all
  let entries = flatten all |> filter (.1)
  let starts = [0] ++ scan (+) 0 counts
  in {starts = starts :> [N+1]i64, cols = map (.0) entries, vals = map (.2) entries}
def dot [n] (a: [n]f64) (b: [n]f64) = f64.sum (map2 (*) a b)
def cg [n][nnz] (apply: csr [n] [nnz] -> [n]f64 -> [n]f64) (a: csr [n] [nnz]) (b: [n]f64) (tol: f64): ([n]f64, i32) =
  let x = replicate n 0
  let (x, _, _, _, it) =
    loop (x, r, p, rr, it) = (x, copy b, copy b, dot b b, 0)
    while it < 1000 && rr > tol * tol do
      let ap = apply a p
      let alpha = rr / dot p ap
      let x = map2 (\x p -> x + alpha * p) x p
      let r = map2 (\r q -> r - alpha * q) r ap
      let rr' = dot r r
      let p = map2 (\r p -> r + rr' / rr * p) r p
      in (x, r, p, rr', it + 1)
  in (x, it)
entry cg_poisson (n: i64) =
  let m = poisson n
  let truth = tabulate (n*n) (\i -> f64.sin (f64.i64 i))
  let b = spmv m truth
  let (x, it) = cg spmv m b 1e-10
  let (x', it') = cg spmv_flat m b 1e-10
  in it < 200 && i32.abs (it - it') < 3 && and (map2 (\a b -> f64.abs (a - b) < 1e-8) x truth)
     && and (map2 (\a b -> f64.abs (a - b) < 1e-8) x' truth)

-- 1-D: levels kept in one array of fixed size per level count.
def smooth1 [n] (h2: f64) (f: [n]f64) (u: [n]f64): [n]f64 =
  map (\i -> if i == 0 || i == n-1 then 0
             else u[i] + 0.6666666666666 * (0.5 * (u[i-1] + u[i+1] + h2 * f[i]) - u[i])) (iota n)
def residual1 [n] (h2: f64) (f: [n]f64) (u: [n]f64): [n]f64 =
  map (\i -> if i == 0 || i == n-1 then 0 else f[i] - (2*u[i] - u[i-1] - u[i+1]) / h2) (iota n)
def restrict1 [n] (r: [n]f64): *[]f64 =
  let m = (n - 1) / 2 + 1
  in tabulate m (\i -> if i == 0 || i == m-1 then 0 else 0.25 * (r[2*i-1] + 2*r[2*i] + r[2*i+1]))
def prolong1 [m] (n: i64) (e: [m]f64): [n]f64 =
  tabulate n (\i -> if i % 2 == 0 then e[i/2] else 0.5 * (e[i/2] + e[i/2+1]))
def vcycle1 [n] (k: i64) (h: f64) (f: [n]f64) (u: [n]f64): [n]f64 =
  -- explicit stack of right hand sides, packed
  let sizes = tabulate (k) (\l -> (1 << (k - l)) + 1)
  let offs = map2 (-) (scan (+) 0 sizes) sizes
  let total = i64.sum sizes
  let fs = replicate total 0f64
  let us = replicate total 0f64
  let fs[0:n] = f
  let us[0:n] = u
  let (fs, us) = loop (fs, us) for l < k - 1 do
    let nl = sizes[l]
    let h2 = (h * f64.i64 (1 << l)) ** 2
    let fl = copy fs[offs[l]:offs[l] + nl] :> [nl]f64
    let ul = iterate 3 (smooth1 h2 fl) (us[offs[l]:offs[l]+nl] :> [nl]f64)
    let r = restrict1 (residual1 h2 fl ul)
    let us[offs[l]:offs[l]+nl] = copy ul
    let fs[offs[l+1]:offs[l+1]+sizes[l+1]] = r
    in (fs, us)
  let us = loop us for l' < k do
    let l = k - 1 - l'
    let nl = sizes[l]
    let h2 = (h * f64.i64 (1 << l)) ** 2
    let ul = copy us[offs[l]:offs[l]+nl] :> [nl]f64
    let ul = if l == k - 1 then ul
             else map2 (+) ul (prolong1 nl us[offs[l+1]:offs[l+1]+sizes[l+1]])
    let ul = iterate (if l == k-1 then 20 else 3) (smooth1 h2 (fs[offs[l]:offs[l]+nl] :> [nl]f64)) ul
    in us with [offs[l]:offs[l]+nl] = ul
  in us[0:n]
entry multigrid1 (k: i64) (cycles: i32) =
  let n = (1 << k) + 1
  let h = 1 / f64.i64 (n - 1)
  let f = tabulate n (\i -> f64.pi ** 2 * f64.sin (f64.pi * h * f64.i64 i))
  let u = iterate cycles (vcycle1 k h f) (replicate n 0)
  in and (map (\i -> f64.abs (u[i] - f64.sin (f64.pi * h * f64.i64 i)) < 3 * h * h) (iota n))

def get [n] (u: [n][n]f64) y x = if y < 0 || y >= n || x < 0 || x >= n then 0 else u[y, x]
def jacobi [n] (f: [n][n]f64) (h: f64) (u: [n][n]f64): [n][n]f64 =
  tabulate_2d n n (\y x -> 0.2 * u[y,x] + 0.8 * 0.25 * (get u (y-1) x + get u (y+1) x + get u y (x-1) + get u y (x+1) + h*h*f[y,x]))
def residual2 [n] (f: [n][n]f64) (h: f64) (u: [n][n]f64): [n][n]f64 =
  tabulate_2d n n (\y x -> f[y,x] - (4*u[y,x] - get u (y-1) x - get u (y+1) x - get u y (x-1) - get u y (x+1)) / (h*h))
def restrict2 [n] (r: [n][n]f64) =
  let m = n / 2
  let g dy dx y x = get r (2*y+1+dy) (2*x+1+dx)
  in tabulate_2d m m (\y x -> (4 * g 0 0 y x + 2 * (g 0 1 y x + g 1 0 y x + g 0 (-1) y x + g (-1) 0 y x)
       + g 1 1 y x + g 1 (-1) y x + g (-1) 1 y x + g (-1) (-1) y x) / 16)
def prolong2 [m] (n: i64) (e: [m][m]f64): [n][n]f64 =
  let c y x = get e y x
  in tabulate_2d n n (\y x ->
       match (y % 2, x % 2)
       case (1, 1) -> c (y/2) (x/2)
       case (1, _) -> 0.5 * (c (y/2) (x/2-1) + c (y/2) (x/2))
       case (_, 1) -> 0.5 * (c (y/2-1) (x/2) + c (y/2) (x/2))
       case _ -> 0.25 * (c (y/2-1) (x/2-1) + c (y/2-1) (x/2) + c (y/2) (x/2-1) + c (y/2) (x/2)))
def two_grid [n] (f: [n][n]f64) (h: f64) (u: [n][n]f64): [n][n]f64 =
  let u = iterate 2 (jacobi f h) u
  let [m] (r: [m][m]f64) = restrict2 (residual2 f h u)
  let e = iterate 60 (jacobi r (2*h)) (replicate m (replicate m 0))
  let u = map2 (map2 (+)) u (prolong2 n e)
  in iterate 2 (jacobi f h) u
entry multigrid2 (k: i64) (cycles: i32) =
  let n = (1 << k) - 1
  let h = 1 / f64.i64 (n + 1)
  let s i = f64.sin (f64.pi * h * f64.i64 (i + 1))
  let f = tabulate_2d n n (\y x -> 2 * f64.pi**2 * s y * s x)
  let u = iterate cycles (two_grid f h) (replicate n (replicate n 0))
  in and (flatten (tabulate_2d n n (\y x -> f64.abs (u[y,x] - s y * s x) < 0.02)))

-- Eigenvalues and vectors of a batch of small symmetric matrices by Jacobi's rotations, in cyclic order.

def rotation (app: f64) (aqq: f64) (apq: f64): (f64, f64) =
  if apq == 0 then (1, 0) else
  let theta = (aqq - app) / (2 * apq)
  let t = (if theta >= 0 then 1 else -1) / (f64.abs theta + f64.sqrt (theta * theta + 1))
  let c = 1 / f64.sqrt (t * t + 1)
  in (c, t * c)

def rotate_rows [n] (a: [n][n]f64) (p: i64) (q: i64) (c: f64) (s: f64): [n][n]f64 =
  tabulate_2d n n (\i j -> if i == p then c * a[p, j] - s * a[q, j]
                           else if i == q then s * a[p, j] + c * a[q, j] else a[i, j])

def eigen [n] (sweeps: i64) (a: [n][n]f64): ([n]f64, [n][n]f64) =
  let (a, v) =
    loop (a, v) = (copy a, tabulate_2d n n (\i j -> f64.bool (i == j))) for _s < sweeps do
      loop (a, v) for p < n - 1 do
        loop (a, v) for k < n - 1 - p do
          let q = p + 1 + k
          let (c, s) = rotation a[p, p] a[q, q] a[p, q]
          let a = rotate_rows (transpose (rotate_rows a p q c s)) p q c s
          in (transpose a, rotate_rows v p q c s)
  in (map (\i -> a[i, i]) (iota n), v)

def sorted [n] (xs: [n]f64): [n]f64 =
  let ranks = map2 (\x i -> i64.sum (map2 (\y j -> i64.bool (y < x || (y == x && j < i))) xs (iota n))) xs (iota n)
  in scatter (replicate n 0) ranks xs

entry eigenvalues [b][n] (sweeps: i64) (as: [b][n][n]f64): [b][n]f64 =
  map (\a -> sorted (eigen sweeps a).0) as

-- How far a v is from lambda v.
entry residuals [b][n] (sweeps: i64) (as: [b][n][n]f64): [b]f64 =
  map (\a -> let (ls, vs) = eigen sweeps a
             in f64.maximum (map2 (\l v -> f64.maximum (map2 (\row x -> f64.abs (f64.sum (map2 (*) row v) - l * x)) a v)) ls vs)) as
-- ==
-- entry: eigenvalues
-- input { 6i64 [[[4.0, 1.0, 2.0], [1.0, 3.0, 0.0], [2.0, 0.0, 1.0]], [[2.0, 0.0, 0.0], [0.0, 5.0, 1.0], [0.0, 1.0, 5.0]]] }
-- output { [[-0.068707823329956, 2.722245633762534, 5.346462189567423], [2.0, 3.999999999999999, 5.999999999999999]] }
-- ==
-- entry: residuals
-- input { 6i64 [[[4.0, 1.0, 2.0], [1.0, 3.0, 0.0], [2.0, 0.0, 1.0]], [[2.0, 0.0, 0.0], [0.0, 5.0, 1.0], [0.0, 1.0, 5.0]]] }
-- output { [0.000000000000001, 0.000000000000001] }
-- ==
-- structure cuda { kernel:block 2 }

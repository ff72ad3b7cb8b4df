-- A batch of symmetric positive definite systems: each is factored, and solved for its right sides.

def dot [n] (x: [n]f64) (y: [n]f64) = f64.sum (map2 (*) x y)

def factor [n] (a: [n][n]f64): [n][n]f64 =
  loop l = tabulate_2d n n (\i j -> if j <= i then a[i, j] else 0) for k < n do
    let pivot = f64.sqrt l[k, k]
    let column = map (\i -> if i < k then 0 else if i == k then pivot else l[i, k] / pivot) (iota n)
    in tabulate_2d n n (\i j -> if j == k && i >= k then column[i]
                                else if j > k && i >= j then l[i, j] - column[i] * column[j]
                                else l[i, j])

def solve [n] (l: [n][n]f64) (b: [n]f64): [n]f64 =
  let y = loop y = replicate n 0 for i < n do y with [i] = (b[i] - dot l[i] y) / l[i, i]
  in loop x = replicate n 0 for k < n do
       let i = n - 1 - k
       let below = f64.sum (map (\j -> if j > i then l[j, i] * x[j] else 0) (iota n))
       in x with [i] = (y[i] - below) / l[i, i]

def make (n: i64) (t: i64): [n][n]f64 =
  tabulate_2d n n (\i j -> if i == j then f64.i64 (n + t % 5) else 1 / f64.i64 (1 + i64.abs (i - j) + t % 3))

entry solve_batch [b][n] (as: [b][n][n]f64) (rhs: [b][n]f64): [b][n]f64 =
  map2 (\a y -> solve (factor a) y) as rhs

-- The largest error of solutions that are known.
entry residual (b: i64) (n: i64): f64 =
  let as = tabulate b (make n)
  let xs = tabulate_2d b n (\t i -> f64.i64 ((t + 3 * i) % 7) - 3)
  let ys = map2 (\a x -> map (\row -> dot row x) a) as xs
  in f64.maximum (map2 (\s x -> f64.maximum (map2 (\p q -> f64.abs (p - q)) s x)) (solve_batch as ys) xs)

-- Logarithms of determinants, as likelihoods need them.
entry log_determinants [b][n] (as: [b][n][n]f64): [b]f64 =
  map (\a -> let l = factor a in 2 * f64.sum (map (\i -> f64.log l[i, i]) (iota n))) as
-- ==
-- entry: solve_batch
-- input { [[[4.0, 2.0, 1.0], [2.0, 5.0, 3.0], [1.0, 3.0, 6.0]], [[9.0, 1.0, 0.0], [1.0, 8.0, 2.0], [0.0, 2.0, 7.0]]] [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]] }
-- output { [[0.08955223880597, 0.104477611940299, 0.432835820895522], [0.401301518438178, 0.388286334056399, 0.746203904555315]] }
-- ==
-- entry: residual
-- input { 5i64 6i64 }
-- output { 0.000000000000001 }
-- ==
-- entry: log_determinants
-- input { [[[4.0, 2.0, 1.0], [2.0, 5.0, 3.0], [1.0, 3.0, 6.0]], [[9.0, 1.0, 0.0], [1.0, 8.0, 2.0], [0.0, 2.0, 7.0]]] }
-- output { [4.204692619390967, 6.133398042996649] }
-- ==
-- structure cuda { kernel:block 3 }

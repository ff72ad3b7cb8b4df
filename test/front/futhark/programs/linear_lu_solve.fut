-- LU decomposition without pivoting, and solving with it.
-- ==
-- entry: decompose
-- input { [[4.0f64, 3.0f64, 2.0f64, 1.0f64], [2.0f64, 5.0f64, 1.0f64, 0.5f64], [1.0f64, 1.0f64, 6.0f64, 2.0f64], [3.0f64, 0.0f64, 1.0f64, 7.0f64]] }
-- output { [[4.0f64, 3.0f64, 2.0f64, 1.0f64], [0.5f64, 3.5f64, 0.0f64, 0.0f64], [0.25f64, 0.07142857142857142f64, 5.5f64, 1.75f64], [0.75f64, -0.6428571428571429f64, -0.09090909090909091f64, 6.409090909090909f64]] }

-- ==
-- entry: solve
-- input { [[4.0f64, 3.0f64, 2.0f64, 1.0f64], [2.0f64, 5.0f64, 1.0f64, 0.5f64], [1.0f64, 1.0f64, 6.0f64, 2.0f64], [3.0f64, 0.0f64, 1.0f64, 7.0f64]] [1.0f64, 2.0f64, 3.0f64, 4.0f64] }
-- output { [-0.3748733535967579f64, 0.42857142857142855f64, 0.2593718338399189f64, 0.6950354609929079f64] }

def lu [n] (a: *[n][n]f64): *[n][n]f64 =
  loop a for k < n do
    let pivot = a[k, k]
    let column = map (\i -> if i > k then a[i, k] / pivot else a[i, k]) (iota n)
    let row = copy a[k]
    in tabulate_2d n n (\i j ->
         if i > k && j == k then column[i]
         else if i > k && j > k then #[unsafe] a[i, j] - column[i] * row[j]
         else #[unsafe] a[i, j])

def forward [n] (l: [n][n]f64) (b: [n]f64): [n]f64 =
  loop y = copy b for i < n do
    let s = f64.sum (map (\j -> if j < i then l[i, j] * y[j] else 0) (iota n))
    in y with [i] = b[i] - s

def backward [n] (u: [n][n]f64) (y: [n]f64): [n]f64 =
  loop x = copy y for i in reverse (iota n) do
    let s = f64.sum (map2 (*) u[i, i+1:] x[i+1:])
    in x with [i] = (y[i] - s) / u[i, i]

entry decompose [n] (a: [n][n]f64): [n][n]f64 = lu (copy a)

entry solve [n] (a: [n][n]f64) (b: [n]f64): [n]f64 =
  let f = lu (copy a)
  in backward f (forward f b)

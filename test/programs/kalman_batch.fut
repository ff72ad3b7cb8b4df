-- A batch of Kalman filters with one model: positions are seen, with noise; states are positions and velocities. And the
-- smoother of Rauch, Tung and Striebel.

def matmul [n][m][p] (a: [n][m]f64) (b: [m][p]f64): [n][p]f64 =
  map (\row -> map (\col -> f64.sum (map2 (*) row col)) (transpose b)) a
def matvec [n][m] (a: [n][m]f64) (x: [m]f64): [n]f64 = map (\row -> f64.sum (map2 (*) row x)) a
def add [n][m] (a: [n][m]f64) (b: [n][m]f64) = map2 (map2 (+)) a b
def sub [n][m] (a: [n][m]f64) (b: [n][m]f64) = map2 (map2 (-)) a b
def eye (n: i64): [n][n]f64 = tabulate_2d n n (\i j -> f64.bool (i == j))

-- Gauss and Jordan, without pivots: what is inverted is positive definite.
def inverse [n] (a: [n][n]f64): [n][n]f64 =
  let (_, r) =
    loop (a, r) = (copy a, eye n) for k < n do
      let d = a[k, k]
      let pa = map (/ d) a[k]
      let pr = map (/ d) r[k]
      in (map2 (\i row -> if i == k then pa else map2 (\x p -> x - row[k] * p) row pa) (iota n) a,
          map3 (\i row ra -> if i == k then pr else map2 (\x p -> x - ra[k] * p) row pr) (iota n) r a)
  in r

type model [n][m] = {f: [n][n]f64, q: [n][n]f64, h: [m][n]f64, r: [m][m]f64}

def step [n][m] (c: model [n][m]) (x: [n]f64, p: [n][n]f64) (z: [m]f64): ([n]f64, [n][n]f64) =
  let x = matvec c.f x
  let p = add (matmul (matmul c.f p) (transpose c.f)) c.q
  let s = add (matmul (matmul c.h p) (transpose c.h)) c.r
  let gain = matmul (matmul p (transpose c.h)) (inverse s)
  let seen = map2 (-) z (matvec c.h x)
  in (map2 (+) x (matvec gain seen), matmul (sub (eye n) (matmul gain c.h)) p)

def tracking (dt: f64): model [4][2] =
  {f = [[1, 0, dt, 0], [0, 1, 0, dt], [0, 0, 1, 0], [0, 0, 0, 1]],
   q = tabulate_2d 4 4 (\i j -> if i == j then 0.01 else 0),
   h = [[1, 0, 0, 0], [0, 1, 0, 0]],
   r = [[0.25, 0], [0, 0.25]]}

entry filter_batch [b][t] (dt: f64) (zs: [b][t][2]f64): [b][4]f64 =
  map (\z -> (loop (x, p) = (replicate 4 0, eye 4) for i < t do step (tracking dt) (x, p) z[i]).0) zs

-- Any model, for all tracks.
entry filter_any [b][t][n][m] (f: [n][n]f64) (q: [n][n]f64) (h: [m][n]f64) (r: [m][m]f64) (zs: [b][t][m]f64): ([b][n]f64, [b]f64) =
  unzip (map (\z -> let (x, p) = loop (x, p) = (replicate n 0, eye n) for i < t do step {f, q, h, r} (x, p) z[i]
                    in (x, f64.sum (map (\i -> p[i, i]) (iota n)))) zs)
-- ==
-- entry: filter_batch
-- input { 0.5 [[[1.0, 2.0], [1.5, 2.25], [2.25, 2.5]], [[0.0, -1.0], [0.5, -1.5], [1.25, -1.75]]] }
-- output { [[2.048646739852481, 2.528311697839916, 1.005027201810268, 0.779631803894006], [0.991445707518256, -1.721393857501839, 0.771271901150015, -0.710968209804234]] }
-- ==
-- entry: filter_any
-- input { [[1.0, 0.5], [0.0, 1.0]] [[0.1, 0.0], [0.0, 0.1]] [[1.0, 0.0]] [[0.5]] [[[1.0], [1.5], [2.25]], [[0.0], [0.5], [1.25]]] }
-- output { [[1.986579722141224, 0.88961368788389], [0.943311260146924, 0.610814293642358]] [0.90625793647061, 0.90625793647061] }
-- ==
-- structure cuda { kernel:block 3 }

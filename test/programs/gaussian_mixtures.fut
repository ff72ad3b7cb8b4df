-- Mixtures of Gaussians with full covariances by expectation and maximisation, in logarithms; a start by far points;
-- and hierarchical clustering by nearest pairs with labels.

def log_sum_exp [k] (xs: [k]f64): f64 =
  let m = f64.maximum xs
  in if m == -f64.inf then m else m + f64.log (f64.sum (map (\x -> f64.exp (x - m)) xs))

type component [d] = {weight: f64, mean: [d]f64, cov: [d][d]f64}

def factor [d] (a: [d][d]f64): [d][d]f64 =
  loop l = replicate d (replicate d 0f64) for j < d do
    let dj = f64.sqrt (a[j, j] - f64.sum (map (\x -> x * x) l[j]))
    in loop l = l with [j, j] = dj for i in j + 1..<d do
         let v = (a[i, j] - f64.sum (map2 (*) l[i] l[j])) / dj
         in l with [i, j] = v

def solve_lower [d] (l: [d][d]f64) (b: [d]f64): [d]f64 =
  loop x = replicate d 0f64 for i < d do
    let v = (b[i] - f64.sum (map2 (*) l[i] x)) / l[i, i]
    in x with [i] = v

def log_density [d] (c: component [d]) (l: [d][d]f64) (x: [d]f64): f64 =
  let z = solve_lower l (map2 (-) x c.mean)
  let log_det = f64.sum (map (\i -> f64.log l[i, i]) (iota d))
  in f64.log c.weight - 0.5 * f64.sum (map (** 2) z) - log_det - 0.5 * f64.i64 d * f64.log (2 * f64.pi)

def expectation [n][d][k] (xs: [n][d]f64) (cs: [k]component [d]): ([n][k]f64, f64) =
  let ls = map (\c -> factor c.cov) cs
  let (resp, lls) = unzip (map (\x ->
      let logs = map2 (\c l -> log_density c l x) cs ls
      let total = log_sum_exp logs
      in (map (\g -> f64.exp (g - total)) logs, total)) xs)
  in (resp, f64.sum lls)

def maximisation [n][d][k] (xs: [n][d]f64) (resp: [n][k]f64): [k]component [d] =
  let one (r: [n]f64): component [d] =
    let nk = f64.sum r + 1e-12
    let mean = map (/ nk) (reduce (map2 (+)) (replicate d 0) (map2 (\w x -> map (* w) x) r xs))
    let cov = reduce_comm (map2 (map2 (+))) (replicate d (replicate d 0))
                (map2 (\w x -> let c = map2 (-) x mean in map (\a -> map (\b -> w * a * b / nk) c) c) r xs)
    in {weight = nk / f64.i64 n, mean, cov = map2 (\i row -> map2 (\j v -> if i == j then v + 1e-6 else v) (iota d) row) (iota d) cov}
  in map one (transpose resp)

-- The next centre is the point that is farthest from those there are.
def far_points [n][d] (k: i64) (xs: [n][d]f64): [k]i64 =
  let dist i j = f64.sum (map2 (\a b -> (a - b) ** 2) xs[i] xs[j])
  let (chosen, _) =
    loop (chosen, near) = (replicate k 0i64, map (dist 0) (iota n)) for t in 1..<k do
      let (_, far) = reduce_comm (\(a, i) (b, j) -> if a > b || (a == b && i < j) then (a, i) else (b, j)) (-1, n) (zip near (iota n))
      in (chosen with [t] = far, map2 (\m i -> f64.min m (dist far i)) near (iota n))
  in chosen

def fit [n][d] (k: i64) (steps: i64) (xs: [n][d]f64): ([k]component [d], f64, f64) =
  let unit = tabulate_2d d d (\i j -> f64.bool (i == j))
  let cs = map (\i -> {weight = 1 / f64.i64 k, mean = copy xs[i], cov = unit}) (far_points k xs)
  let first = (expectation xs cs).1
  let cs = loop cs for _i < steps do maximisation xs (expectation xs cs).0
  in (cs, first, (expectation xs cs).1)

def blobs (n: i64) (d: i64): [n][d]f64 =
  let u (i: i64) =
    let x = u32.i64 i * 2654435761
    let x = (x ^ (x >> 15)) * 0x85ebca6b
    let x = (x ^ (x >> 13)) * 0xc2b2ae35
    in f64.u32 (x ^ (x >> 16)) / 4294967296
  in tabulate_2d n d (\i j -> 4 * f64.i64 ((i % 3) * (j + 1) % 5) + u (2 * (i * d + j)) + u (2 * (i * d + j) + 1))

entry mixture (n: i64) (d: i64) (k: i64) (steps: i64): (f64, f64, [k]f64, [k][d]f64, [k][d][d]f64) =
  let (cs, first, last) = fit k steps (blobs n d)
  in (first, last, map (.weight) cs, map (.mean) cs, map (.cov) cs)

entry starts [n][d] (k: i64) (xs: [n][d]f64): [k]i64 = far_points k xs

-- Merging of nearest clusters until k are left: distances between clusters are the smallest ones of their points.
entry single_linkage [n][d] (k: i64) (xs: [n][d]f64): [n]i64 =
  let dist = map (\x -> map (\y -> f64.sum (map2 (\a b -> (a - b) ** 2) x y)) xs) xs
  let (labels, _) =
    loop (labels, dist) = (iota n, dist) for _round < n - k do
      let nearest = map2 (\row i -> reduce_comm (\(a, p) (b, q) -> if a < b || (a == b && p < q) then (a, p) else (b, q)) (f64.inf, n)
                                      (map2 (\v j -> (if j > i then v else f64.inf, j)) row (iota n))) dist (iota n)
      let (_, a, b) = reduce_comm (\(u, a, b) (v, c, e) -> if u < v || (u == v && a < c) then (u, a, b) else (v, c, e)) (f64.inf, n, n)
                        (map2 (\(v, j) i -> (v, i, j)) nearest (iota n))
      let merged = map2 f64.min dist[a] dist[b]
      let dist = map2 (\row i -> if i == a then map2 (\v j -> if j == b || j == a then f64.inf else v) merged (iota n)
                                 else if i == b then replicate n f64.inf
                                 else map2 (\v j -> if j == a then merged[i] else if j == b then f64.inf else v) row (iota n)) dist (iota n)
      in (map (\l -> if l == b then a else l) labels, dist)
  in labels

-- ==
-- entry: mixture
-- input { 9i64 2i64 2i64 0i64 }
-- output { -137.3520731390292f64 -137.3520731390292f64 [0.5f64, 0.5f64] [[0.5421679092105478f64, 0.7196745863184333f64], [9.19747627619654f64, 16.522625141544268f64]] [[[1.0f64, 0.0f64], [0.0f64, 1.0f64]], [[1.0f64, 0.0f64], [0.0f64, 1.0f64]]] }
-- input { 30i64 2i64 3i64 4i64 }
-- output { -96.38601582614749f64 -55.0858864949246f64 [0.3333333333333667f64, 0.3333333333333667f64, 0.3333333333333667f64] [[1.0368738662217638f64, 1.1167829313314335f64], [8.940735842938572f64, 16.76038627023641f64], [4.841838314383738f64, 9.132020550220291f64]] [[[0.11285256625363635f64, 0.059622822572420686f64], [0.059622822572420686f64, 0.11433225338949182f64]], [[0.16801105232185093f64, -0.08350236965527057f64], [-0.08350236965527057f64, 0.12478180661074195f64]], [[0.17541693209749115f64, 0.007902358776106524f64], [0.007902358776106524f64, 0.14707531811269983f64]]] }
-- input { 24i64 3i64 3i64 2i64 }
-- output { -103.27902787260552f64 -42.327640623709364f64 [0.333333333333375f64, 0.333333333333375f64, 0.333333333333375f64] [[1.1268920711298462f64, 1.033769210683984f64, 0.77005649445336f64], [8.983516807492165f64, 16.861391299780447f64, 4.8748115545598285f64], [5.120633556797926f64, 9.050738754186346f64, 12.813057412741035f64]] [[[0.13756117206323193f64, 0.10795859113781678f64, -0.07424420064404447f64], [0.10795859113781678f64, 0.19597982041848228f64, -0.02078285576512334f64], [-0.07424420064404447f64, -0.02078285576512334f64, 0.23140966789672693f64]], [[0.033037011889366905f64, 0.007603069318895534f64, -0.038090925472278186f64], [0.007603069318895534f64, 0.1308392881028643f64, -0.10390174235162382f64], [-0.038090925472278186f64, -0.10390174235162382f64, 0.1434262062505703f64]], [[0.16290089490669676f64, -0.006168092484042065f64, 0.03675364751370461f64], [-0.006168092484042065f64, 0.14049187465111657f64, -0.026599558023533622f64], [0.03675364751370461f64, -0.026599558023533622f64, 0.06863952989561747f64]]] }

-- ==
-- entry: starts
-- input { 4i64 [[0.0f64, 5.42f64], [1.73f64, 2.91f64], [4.7f64, 4.31f64], [0.48f64, 3.47f64], [2.2f64, 7.03f64], [1.88f64, 8.97f64], [7.27f64, 9.82f64], [6.0f64, 7.13f64]] }
-- output { [0i64, 6i64, 2i64, 5i64] }

-- ==
-- entry: single_linkage
-- input { 1i64 [[0.0f64, 5.42f64], [1.73f64, 2.91f64], [4.7f64, 4.31f64], [0.48f64, 3.47f64], [2.2f64, 7.03f64], [1.88f64, 8.97f64], [7.27f64, 9.82f64], [6.0f64, 7.13f64]] }
-- output { [0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64] }
-- input { 3i64 [[0.0f64, 5.42f64], [1.73f64, 2.91f64], [4.7f64, 4.31f64], [0.48f64, 3.47f64], [2.2f64, 7.03f64], [1.88f64, 8.97f64], [7.27f64, 9.82f64], [6.0f64, 7.13f64]] }
-- output { [0i64, 0i64, 2i64, 0i64, 0i64, 0i64, 6i64, 6i64] }
-- input { 8i64 [[0.0f64, 5.42f64], [1.73f64, 2.91f64], [4.7f64, 4.31f64], [0.48f64, 3.47f64], [2.2f64, 7.03f64], [1.88f64, 8.97f64], [7.27f64, 9.82f64], [6.0f64, 7.13f64]] }
-- output { [0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64] }

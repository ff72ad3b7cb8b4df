-- Dense linear algebra: inversion by Gauss and Jordan with pivots, Cholesky, QR by Householder and by Gram and Schmidt,
-- determinant, power iteration, triangular solves.
def argmax [n] (xs: [n]f64) : i64 =
  (reduce (\(x, i) (y, j) -> if y > x || (y == x && j < i) then (y, j) else (x, i)) (-f64.inf, n) (zip xs (iota n))).1

def gauss_jordan [n] [m] (a: [n][m]f64) : [n][m]f64 =
  loop a = copy a for i < n do
    let p = i + argmax (map f64.abs a[i:, i])
    let (row_i, row_p) = (copy a[i], copy a[p])
    let a = a with [p] = row_i
    let pivot = map (/ row_p[i]) row_p
    let a = a with [i] = pivot
    in map2 (\k row -> if k == i then row else let f = row[i] in map2 (\x y -> x - f * y) row pivot) (iota n) a

entry inverse [n] (a: [n][n]f64) : [n][n]f64 =
  let both = map2 (\i row -> row ++ tabulate n (\j -> f64.bool (i == j))) (iota n) a
  in map (\r -> r[n:] :> [n]f64) (gauss_jordan both)

entry cholesky [n] (a: [n][n]f64) : [n][n]f64 =
  loop l = replicate n (replicate n 0) for j < n do
    let s = a[j, j] - f64.sum (map (\k -> if k < j then l[j, k] ** 2 else 0) (iota n))
    let d = f64.sqrt s
    let column = map (\i -> if i < j then 0 else if i == j then d else
                            (a[i, j] - f64.sum (map2 (*) l[i, :j] l[j, :j])) / d) (iota n)
    in l with [:, j] = column

def outer [n] [m] (a: [n]f64) (b: [m]f64) = map (\x -> map (x *) b) a
def matmul [n] [m] [p] (x: [n][m]f64) (y: [m][p]f64) : [n][p]f64 =
  map (\r -> map (\c -> f64.sum (map2 (*) r c)) (transpose y)) x

entry householder [m] [n] (a: [m][n]f64) : ([m][m]f64, [m][n]f64) =
  let eye = tabulate_2d m m (\i j -> f64.bool (i == j))
  in loop (q, r) = (eye, copy a) for k < i64.min n (m - 1) do
       let x = map (\i -> if i < k then 0 else r[i, k]) (iota m)
       let norm = f64.sqrt (f64.sum (map (** 2) x))
       let alpha = if x[k] > 0 then -norm else norm
       let v = x with [k] = x[k] - alpha
       let vv = f64.sum (map (** 2) v)
       let h = map2 (map2 (\e o -> e - 2 * o / vv)) eye (outer v v)
       in (matmul q h, matmul h r)

entry gram_schmidt [m] [n] (a: [m][n]f64) : [m][n]f64 =
  transpose (loop q = transpose a |> copy for j < n do
    let v = loop v = copy q[j] for i < j do
      let d = f64.sum (map2 (*) q[i] v)
      in map2 (\x y -> x - d * y) v q[i]
    let norm = f64.sqrt (f64.sum (map (\x -> x * x) v))
    in q with [j] = map (/ norm) v)

entry determinant [n] (a: *[n][n]f64) : f64 =
  (loop (a, det) = (a, 1) for i < n do
     let p = i + argmax (map f64.abs a[i:, i])
     let ri = copy a[i]
     let rp = copy a[p]
     let det = if p != i then -det else det
     let a = a with [p] = ri with [i] = rp
     let pivot = a[i, i]
     let a' = map2 (\k row -> if k <= i then row else
                              let f = row[i] / pivot in map2 (\x y -> x - f * y) row rp) (iota n) a
     in (a', det * pivot)).1

entry power_iteration [n] (rounds: i32) (a: [n][n]f64) : (f64, [n]f64) =
  loop (_, v) = (0, replicate n 1) for _i < rounds do
    let w = map (\row -> f64.sum (map2 (*) row v)) a
    let norm = f64.sqrt (f64.sum (map (\x -> x * x) w))
    in (norm, map (/ norm) w)

entry back_substitution [n] (u: [n][n]f64) (b: [n]f64) : [n]f64 =
  loop x = replicate n 0 for k < n do
    let i = n - 1 - k
    in x with [i] = (b[i] - f64.sum (map2 (*) u[i, i + 1:] x[i + 1:])) / u[i, i]

-- ==
-- entry: inverse
-- input { [[0.704f64, 0.247f64, 0.435f64, 0.403f64], [0.757f64, -0.953f64, 0.266f64, 0.65f64], [0.232f64, 0.076f64, 0.728f64, 0.068f64], [-0.563f64, -0.568f64, 0.086f64, 0.173f64]] }
-- output { [[-0.59430880435118f64, 0.72406825988146f64, 0.26047825967887f64, -1.4384418637433f64], [1.4341628844809f64, -0.91791918855353f64, -0.5603316350466f64, 0.32822185720907f64], [-0.23018072557058f64, -0.077095995787628f64, 1.5119802848189f64, 0.23156399016887f64], [2.8890416412398f64, -0.6190601916035f64, -1.7436382254433f64, 2.0616921529061f64]] }

-- ==
-- entry: cholesky
-- input { [[1.908259f64, 0.675197f64, 0.526184f64, -0.429519f64], [0.675197f64, 2.974514f64, 0.341044f64, 0.250439f64], [0.526184f64, 0.341044f64, 1.594208f64, -0.099412f64], [-0.429519f64, 0.250439f64, -0.099412f64, 1.676918f64]] }
-- output { [[1.3813974808143f64, 0f64, 0f64, 0f64], [0.48877821870792f64, 1.653967911695f64, 0f64, 0f64], [0.38090702155461f64, 0.093632375462771f64, 1.200146165763f64, 0f64], [-0.31093078275112f64, 0.24330290284903f64, -0.0031307106505512f64, 1.2333020491566f64]] }

-- ==
-- entry: householder
-- input { [[-0.727f64, 0.83f64, 0.256f64], [-0.305f64, -0.638f64, 0.206f64], [0.781f64, -0.611f64, 0.557f64], [-0.611f64, -0.806f64, 0.778f64]] }
-- output { [[-0.57387734693905f64, 0.45827838334843f64, -0.60209349266539f64, -0.31325571042799f64], [-0.24076009740909f64, -0.50122278064408f64, 0.25889144424982f64, -0.78980093678928f64], [0.61650372484099f64, -0.29497014798798f64, -0.69347425911391f64, -0.22805530250261f64], [-0.48230957218674f64, -0.67212294955233f64, -0.29925256578792f64, 0.47547462511839f64]]
--   [[1.2668212186414f64, -0.31065551650774f64, -0.22835345330752f64], [9.5310518996049e-18f64, 1.4221090499899f64, -0.6731426538565f64], [8.0258736091123e-18f64, -3.2890226798787e-17f64, -0.71988795511632f64], [1.5163455786035e-17f64, 1.0603859969465e-16f64, 0f64]] }

-- ==
-- entry: gram_schmidt
-- input { [[-0.727f64, 0.83f64, 0.256f64], [-0.305f64, -0.638f64, 0.206f64], [0.781f64, -0.611f64, 0.557f64], [-0.611f64, -0.806f64, 0.778f64]] }
-- output { [[-0.57387734693905f64, 0.45827838334843f64, 0.60209349266539f64], [-0.24076009740909f64, -0.50122278064408f64, -0.25889144424982f64], [0.61650372484099f64, -0.29497014798798f64, 0.69347425911391f64], [-0.48230957218674f64, -0.67212294955233f64, 0.29925256578792f64]] }

-- ==
-- entry: determinant
-- input { [[0.704f64, 0.247f64, 0.435f64, 0.403f64], [0.757f64, -0.953f64, 0.266f64, 0.65f64], [0.232f64, 0.076f64, 0.728f64, 0.068f64], [-0.563f64, -0.568f64, 0.086f64, 0.173f64]] }
-- output { -0.243649696824f64 }

-- ==
-- entry: power_iteration
-- input { 20i32
--   [[1.908259f64, 0.675197f64, 0.526184f64, -0.429519f64], [0.675197f64, 2.974514f64, 0.341044f64, 0.250439f64], [0.526184f64, 0.341044f64, 1.594208f64, -0.099412f64], [-0.429519f64, 0.250439f64, -0.099412f64, 1.676918f64]] }
-- output { 3.4607610554229f64
--   [0.46397150831305f64, 0.8388381745136f64, 0.28457851717993f64, -0.0097991842550427f64] }

-- ==
-- entry: back_substitution
-- input { [[1.133f64, 0.088f64, 0.388f64, 0.435f64], [0f64, 1.941f64, 0.543f64, 0.705f64], [0f64, 0f64, 1.201f64, 0.628f64], [0f64, 0f64, 0f64, 1.799f64]]
--   [0.096f64, 0.57f64, 0.358f64, 0.821f64] }
-- output { [-0.11948662924807f64, 0.11127252346994f64, 0.059452957258612f64, 0.45636464702613f64] }

-- Dense decompositions for batches of matrices: Householder QR with least squares, Cholesky by columns and in blocks,
-- LU with partial pivoting, eigenvalues of symmetric matrices by rotations, and singular values from them.

module type field = {
  type t
  val +: t -> t -> t
  val -: t -> t -> t
  val *: t -> t -> t
  val /: t -> t -> t
  val zero: t
  val one: t
  val of_i64: i64 -> t
  val sqrt: t -> t
  val abs: t -> t
  val <: t -> t -> bool
}

module f64_field: field with t = f64 = {
  open f64
  def zero = 0f64
  def one = 1f64
  def of_i64 = i64
}

module mk_dense (F: field) = {
  type t = F.t
  def dot [n] (a: [n]t) (b: [n]t): t = reduce (F.+) F.zero (map2 (F.*) a b)
  def matmul [n][m][p] (a: [n][m]t) (b: [m][p]t): [n][p]t = map (\r -> map (\c -> dot r c) (transpose b)) a
  def identity (n: i64): [n][n]t = tabulate_2d n n (\i j -> if i == j then F.one else F.zero)
  def sub_outer [n][m] (a: [n][m]t) (u: [n]t) (v: [m]t): [n][m]t = map2 (\row x -> map2 (\y z -> y F.- x F.* z) row v) a u

  -- R in place of A, and Q as a product of reflections.
  def qr [m][n] (a: [m][n]t): ([m][m]t, [m][n]t) =
    loop (q, r) = (identity m, copy a) for k < i64.min (m - 1) n do
      let x = map2 (\i row -> if i >= k then row[k] else F.zero) (iota m) r
      let norm = F.sqrt (dot x x)
      let alpha = if x[k] F.< F.zero then norm else F.zero F.- norm
      let v = copy x with [k] = x[k] F.- alpha
      let vv = dot v v
      in if !(F.zero F.< vv) then (q, r)
         else let two_over = F.of_i64 2 F./ vv
              let w = map (\col -> two_over F.* dot v col) (transpose r)
              let z = map (\row -> two_over F.* dot row v) q
              in (sub_outer q z v, sub_outer r v w)

  def back_substitute [n] (r: [n][n]t) (b: [n]t): [n]t =
    loop x = replicate n F.zero for k < n do
      let i = n - 1 - k
      let s = dot r[i] x
      in x with [i] = copy ((b[i] F.- s) F./ r[i, i])

  def least_squares [m][n] (a: [m][n]t) (b: [m]t): [n]t =
    let (q, r) = qr a
    let qb = map (\col -> dot col b) (transpose q)
    in back_substitute (take n r) (take n qb)

  def cholesky [n] (a: [n][n]t): [n][n]t =
    loop l = replicate n (replicate n F.zero) for j < n do
      let d = F.sqrt (a[j, j] F.- dot l[j] l[j])
      let col = map (\i -> if i < j then F.zero else if i == j then d else (a[i, j] F.- dot l[i] l[j]) F./ d) (iota n)
      in map2 (\row x -> copy row with [j] = x) l col

  -- In blocks of b: factor the diagonal block, solve the panel below it, update what is left.
  def cholesky_blocked [n] (b: i64) (a: [n][n]t): [n][n]t =
    let done =
      loop a = copy a for s in 0..b..<n do
        let e = i64.min n (s + b)
        let d = cholesky (a[s:e, s:e] :> [e - s][e - s]t)
        let solve (row: [e - s]t): [e - s]t =
          loop x = copy row for j < e - s do
            let v = (x[j] F.- dot (take j x) (take j d[j])) F./ d[j, j]
            in x with [j] = copy v
        let panel = map solve (a[e:n, s:e] :> [n - e][e - s]t)
        let rest = map2 (\row p -> map2 (\x q -> x F.- dot p q) row panel) (a[e:n, e:n] :> [n - e][n - e]t) panel
        let a[s:e, s:e] = copy d
        let a[e:n, s:e] = copy panel
        let a[e:n, e:n] = copy rest
        in a
    in tabulate_2d n n (\i j -> if j <= i then done[i, j] else F.zero)

  def lu [n] (a: [n][n]t): ([n]i64, [n][n]t, i64) =
    let argmax (v1, i1) (v2, i2) = if v1 F.< v2 then (v2, i2) else if v2 F.< v1 then (v1, i1) else (v1, i64.min i1 i2)
    in loop (p, a, swaps) = (iota n, copy a, 0) for k < n - 1 do
      let (_, best) = reduce argmax (F.zero F.- F.one, i64.highest) (map (\i -> if i < k then (F.zero F.- F.one, i) else (F.abs a[i, k], i)) (iota n))
      let swap i = if i == k then best else if i == best then k else i
      let a = map (\i -> a[swap i]) (iota n)
      let p = map (\i -> p[swap i]) (iota n)
      let pivot = copy a[k]
      let a = map2 (\i row ->
                 if i <= k then row
                 else let f = row[k] F./ pivot[k]
                      in map2 (\j x -> if j < k then x else if j == k then f else x F.- f F.* pivot[j]) (iota n) row) (iota n) a
      in (p, a, if best == k then swaps else swaps + 1)

  def determinant [n] (a: [n][n]t): t =
    let (_, m, swaps) = lu a
    let d = reduce (F.*) F.one (map (\i -> m[i, i]) (iota n))
    in if swaps % 2 == 1 then F.zero F.- d else d
}

module dense = mk_dense f64_field

-- Jacobi: in each round disjoint pairs are rotated at once, by a tournament.
def eigenvalues [n] (sweeps: i64) (a: [n][n]f64): [n]f64 =
  let m = n + n % 2
  let partner (round: i64) (i: i64): i64 =
    -- player m-1 stays; the others go round
    if i == m - 1 then round
    else if i == round then m - 1
    else (2 * round - i) % (m - 1)
  let rotate_all (a: [n][n]f64) (round: i64): [n][n]f64 =
    let angle i =
      let j = partner round i
      in if j >= n || n < 2 then (i, 1, 0)
         else let (p, q) = (i64.min i j, i64.max i j)
              in if f64.abs a[p, q] < 1e-300 then (j, 1, 0)
                 else let theta = (a[q, q] - a[p, p]) / (2 * a[p, q])
                      let t = (if theta >= 0 then 1 else -1) / (f64.abs theta + f64.sqrt (theta * theta + 1))
                      let c = 1 / f64.sqrt (t * t + 1)
                      in (j, c, if i == p then -t * c else t * c)
    let rots = map angle (iota n)
    let rows = map2 (\(j, c, s) i -> map2 (\x y -> c * x + s * y) a[i] a[j]) rots (iota n)
    in map (\row -> map2 (\(j, c, s) i -> c * row[i] + s * row[j]) rots (iota n)) rows
  let a = loop a = copy a for _s < sweeps do
            loop a for r < m - 1 do rotate_all a r
  let d = map (\i -> a[i, i]) (iota n)
  let rank = map2 (\x i -> i64.sum (map2 (\y j -> i64.bool (y < x || (y == x && j < i))) d (iota n))) d (iota n)
  in scatter (replicate n 0) rank d

def sample (seed: i64) (n: i64) (m: i64): [n][m]f64 =
  let noise (i: i64) =
    let x = u32.i64 i * 2654435761
    let x = (x ^ (x >> 15)) * 0x85ebca6b
    let x = (x ^ (x >> 13)) * 0xc2b2ae35
    in f64.u32 (x ^ (x >> 16)) / 4294967296 - 0.5
  in tabulate_2d n m (\i j -> noise (seed * 10000 + i * m + j))

def positive [n] (a: [n][n]f64): [n][n]f64 =
  map2 (map2 (+)) (dense.matmul a (transpose a)) (tabulate_2d n n (\i j -> f64.bool (i == j)))

entry qr_residual (batch: i64) (m: i64) (n: i64): [batch][2]f64 =
  let one s =
    let a = sample s m n
    let (q, r) = dense.qr a
    let off = f64.maximum (flatten (map2 (map2 (\x y -> f64.abs (x - y))) (dense.matmul q r) a))
    let low = f64.maximum ([0] ++ flatten (map2 (\i row -> map2 (\j x -> if j < i then f64.abs x else 0) (iota n) row) (iota m) r))
    in [f64.round (off * 1e9), f64.round (low * 1e9)]
  in map one (iota batch)

entry fit [m][n] (a: [m][n]f64) (b: [m]f64): [n]f64 = dense.least_squares a b
entry lower [n] (a: [n][n]f64): [n][n]f64 = dense.cholesky a
entry blocks_agree (batch: i64) (n: i64) (b: i64): f64 =
  f64.maximum (map (\s -> let a = positive (sample s n n)
                          in f64.maximum (flatten (map2 (map2 (\x y -> f64.abs (x - y))) (dense.cholesky a) (dense.cholesky_blocked b a)))) (iota batch))
entry log_determinant (batch: i64) (n: i64): [batch]f64 =
  map (\s -> f64.log (dense.determinant (positive (sample s n n)))) (iota batch)
entry det [n] (a: [n][n]f64): f64 = dense.determinant a
entry eigen [n] (a: [n][n]f64): [n]f64 = eigenvalues 10 a
entry singular (batch: i64) (m: i64) (n: i64): [batch][n]f64 =
  map (\s -> let a = sample s m n in map (f64.max 0 >-> f64.sqrt) (eigenvalues 8 (dense.matmul (transpose a) a))) (iota batch)

-- ==
-- entry: qr_residual
-- input { 3i64 5i64 3i64 } output { [[0.0f64, 0.0f64], [0.0f64, 0.0f64], [0.0f64, 0.0f64]] }
-- input { 2i64 3i64 4i64 } output { [[0.0f64, 0.0f64], [0.0f64, 0.0f64]] }

-- ==
-- entry: fit
-- input { [[2.95f64, 2.36f64, -4.62f64], [3.89f64, -3.47f64, -1.24f64], [1.63f64, -1.2f64, -3.65f64], [3.86f64, -2.31f64, -1.43f64], [-1.87f64, -3.87f64, 1.48f64], [0.17f64, 1.68f64, -1.06f64]] [8.2f64, 7.61f64, 1.29f64, 5.48f64, 1.53f64, 6.93f64] }
-- output { [1.0908257248336517f64, -0.22463476569866075f64, -0.7346602145019909f64] }

-- ==
-- entry: lower
-- input { [[4.0f64, 12.0f64, -16.0f64], [12.0f64, 37.0f64, -43.0f64], [-16.0f64, -43.0f64, 98.0f64]] }
-- output { [[2.0f64, 0.0f64, 0.0f64], [6.0f64, 1.0f64, 0.0f64], [-8.0f64, 5.0f64, 3.0f64]] }

-- ==
-- entry: blocks_agree
-- input { 2i64 7i64 3i64 } output { 0.0f64 }
-- input { 2i64 6i64 2i64 } output { 0.0f64 }
-- input { 1i64 5i64 8i64 } output { 0.0f64 }

-- ==
-- entry: log_determinant
-- input { 3i64 6i64 } output { [1.9401976273162227f64, 1.9599201014441276f64, 2.3532857056733665f64] }

-- ==
-- entry: det
-- input { [[0.0f64, 2.0f64], [3.0f64, 4.0f64]] } output { -6.0f64 }
-- input { [[1.0f64, 2.0f64, 3.0f64], [4.0f64, 5.0f64, 6.0f64], [7.0f64, 8.0f64, 10.0f64]] }
-- output { -2.9999999999999982f64 }
-- input { [[5.0f64]] } output { 5.0f64 }

-- ==
-- entry: eigen
-- input { [[4.0f64, 1.0f64, -2.0f64, 2.0f64], [1.0f64, 2.0f64, 0.0f64, 1.0f64], [-2.0f64, 0.0f64, 3.0f64, -2.0f64], [2.0f64, 1.0f64, -2.0f64, -1.0f64]] }
-- output { [-2.1975169774394265f64, 1.0843644637732168f64, 2.268531406431242f64, 6.8446211072349605f64] }
-- input { [[4.0f64, 1.0f64, -2.0f64], [1.0f64, 2.0f64, 0.0f64], [-2.0f64, 0.0f64, 3.0f64]] }
-- output { [0.9999999999999997f64, 2.267949192431123f64, 5.732050807568878f64] }

-- ==
-- entry: singular
-- input { 2i64 5i64 3i64 }
-- output { [[0.26521348193496086f64, 0.5533364226414512f64, 0.8160156195381238f64], [0.3093755873787845f64, 0.519897352004049f64, 0.8850315747743045f64]] }

-- | Linear algebra over any ordered field.
module type field = {
  type t
  val + : t -> t -> t
  val - : t -> t -> t
  val * : t -> t -> t
  val / : t -> t -> t
  val < : t -> t -> bool
  val abs: t -> t
  val i64 : i64 -> t
}
module type linalg = {
  type t
  -- | A decomposition with its pivots.
  type~ lu
  val dotprod [n]: [n]t -> [n]t -> t
  val matmul [n][p][m]: [n][p]t -> [p][m]t -> [n][m]t
  val matvecmul_row [n][m]: [n][m]t -> [m]t -> [n]t
  val outer [n][m]: [n]t -> [m]t -> [n][m]t
  val inv [n]: [n][n]t -> [n][n]t
  val decompose [n]: [n][n]t -> lu
  val solve [n]: lu -> [n]t -> [n]t
  val det [n]: [n][n]t -> t
  val eye: (n: i64) -> [n][n]t
  val kronecker [m][n][p][q]: [m][n]t -> [p][q]t -> [m*p][n*q]t
}
local module Z = i64
module mk_linalg (T: field): linalg with t = T.t = {
  open T
  type~ lu = ?[n].{perm: [n]i64, lu: [n][n]t, sign: i64}

  def dotprod [n] (xs: [n]t) (ys: [n]t): t =
    reduce (+) (i64 0) (map2 (*) xs ys)
  def matmul [n][p][m] (xss: [n][p]t) (yss: [p][m]t): *[n][m]t =
    map (\xs -> map (dotprod xs) (transpose yss)) xss
  def matvecmul_row [n][m] (xss: [n][m]t) (ys: [m]t) = map (dotprod ys) xss
  def outer [n][m] (xs: [n]t) (ys: [m]t): *[n][m]t = map (\x -> map (\y -> x * y) ys) xs
  def eye (n: i64): [n][n]t = tabulate_2d n n (\i j -> if i Z.== j then i64 1 else i64 0)
  def kronecker [m][n][p][q] (a: [m][n]t) (b: [p][q]t): [m Z.* p][n Z.* q]t =
    flatten (map (\arow -> map (\brow -> flatten (map (\x -> map (x *) brow) arow)) b) a)

  local def argmax [n] (from: i64) (xs: [n]t): i64 =
    (reduce_comm (\(i, x) (j, y) -> if i Z.< 0 then (j, y) else if j Z.< 0 then (i, x)
                              else if x < y then (j, y) else if y < x then (i, x)
                              else if i Z.< j then (i, x) else (j, y))
            (-1, i64 0)
            (zip (iota n) xs |> filter (\(i, _) -> i Z.>= from))).0

  def decompose [n] (a: [n][n]t): lu =
    let (a, perm, sign) =
      loop (a, perm, sign) = (copy a, iota n, 1i64) for k < n do
        let p = argmax k (map abs a[:, k])
        let (row_k, row_p) = (copy a[k], copy a[p])
        let a = a with [k] = row_p
        let a = a with [p] = row_k
        let (pk, pp) = (copy perm[k], copy perm[p])
        let perm = perm with [k] = pp
        let perm = perm with [p] = pk
        let sign = if p Z.== k then sign else Z.neg sign
        let below = map (\x -> x / a[k, k]) a[k Z.+ 1:, k]
        let a[k Z.+ 1:, k] = below
        let rest = map2 (\l row -> map2 (\u x -> x - l * u) a[k, k Z.+ 1:] row) below a[k Z.+ 1:, k Z.+ 1:]
        in (a with [k Z.+ 1:, k Z.+ 1:] = rest, perm, sign)
    in {perm, lu = a, sign}

  def solve [n] (d: lu) (b: [n]t): [n]t =
    let {perm, lu, sign = _} = d
    let perm = perm :> [n]i64
    let lu = lu :> [n][n]t
    let y = loop y = map (\i -> b[i]) perm for i < n do
      y with [i] = copy (y[i] - dotprod lu[i, :i] y[:i])
    in loop x = y for i in n Z.- 1..>(-1) do
      x with [i] = copy ((x[i] - dotprod lu[i, i Z.+ 1:] (x[i Z.+ 1:] :> [n Z.- (i Z.+ 1)]t)) / lu[i, i])
  def inv [n] (a: [n][n]t): [n][n]t =
    let d = decompose a
    in transpose (map (\r -> solve d r) (eye n))
  def det [n] (a: [n][n]t): t =
    let {perm = _, lu, sign} = decompose a
    let lu = lu :> [n][n]t
    in i64 sign * reduce (*) (i64 1) (map (\i -> lu[i, i]) (iota n))
}

-- Linear algebra over any field, for floats and for numbers modulo a prime.
-- ==
-- entry: inverse
-- input { [[2.0f64, 1.0f64, 0.0f64], [1.0f64, 3.0f64, 1.0f64], [0.0f64, 1.0f64, 4.0f64]] }
-- output { [[0.611111111111111f64, -0.22222222222222224f64, 0.05555555555555556f64], [-0.22222222222222224f64, 0.4444444444444445f64, -0.11111111111111112f64], [0.05555555555555556f64, -0.11111111111111112f64, 0.2777777777777778f64]] }

-- ==
-- entry: check
-- input { [[2.0f64, 1.0f64, 0.0f64], [1.0f64, 3.0f64, 1.0f64], [0.0f64, 1.0f64, 4.0f64]] }
-- output { [[1.0f64, 0.0f64, 0.0f64], [0.0f64, 1.0f64, 0.0f64], [0.0f64, 0.0f64, 1.0f64]] }

-- ==
-- entry: power7
-- input { [[1i32, 1i32], [1i32, 0i32]] 13i32 }
-- output { [[6i32, 2i32], [2i32, 4i32]] }

-- ==
-- entry: inverse7
-- input { [[2i32, 3i32], [1i32, 4i32]] }
-- output { [[1i32, 0i32], [0i32, 1i32]] }

-- ==
-- entry: outer7
-- input { [3i32, 5i32] [4i32, 6i32, 2i32] }
-- output { [[5i32, 4i32, 6i32], [6i32, 2i32, 3i32]] }

module type field = {
  type t
  val zero: t
  val one: t
  val +: t -> t -> t
  val -: t -> t -> t
  val *: t -> t -> t
  val /: t -> t -> t
}

module mk_linalg (T: field) = {
  type t = T.t
  def dotprod [n] (xs: [n]t) (ys: [n]t): t = reduce (T.+) T.zero (map2 (T.*) xs ys)
  def matvec [n][m] (a: [n][m]t) (x: [m]t): [n]t = map (dotprod x) a
  def matmul [n][k][m] (a: [n][k]t) (b: [k][m]t): [n][m]t =
    map (\row -> map (dotprod row) (transpose b)) a
  def eye (n: i64): [n][n]t = tabulate_2d n n (\i j -> if i == j then T.one else T.zero)
  def outer [n][m] (xs: [n]t) (ys: [m]t): [n][m]t = map (\x -> map (x T.*) ys) xs

  def power [n] (a: [n][n]t) (k: i32): [n][n]t =
    (loop (acc, a, k) = (eye n, a, k) while k > 0 do
       (if k % 2 == 1 then matmul acc a else acc, matmul a a, k / 2)).0

  def inv [n] (a: [n][n]t): [n][n]t =
    let wide: [n][n + n]t = map2 (\r e -> r ++ e) a (eye n)
    let reduced =
      loop m = wide for i < n do
        let pivot_row = map (\x -> T.(x / m[i, i])) m[i]
        in map2 (\k row -> if k == i then pivot_row
                           else map2 T.(\x y -> x - row[i] * y) row pivot_row)
                (iota n) m
    in map (\row -> row[n:] :> [n]t) reduced
}

module float_field = {
  open f64
  def zero = 0f64
  def one = 1f64
}

module mod7: field with t = i32 = {
  type t = i32
  def p = 7i32
  def zero = 0i32
  def one = 1i32
  def x + y = (x i32.+ y) i32.% p
  def x - y = (x i32.- y i32.+ p) i32.% p
  def x * y = (x i32.* y) i32.% p
  def x / y =
    let inverse = loop r = 1 for _i < 5i32 do r * y
    in x * inverse
}

module lf = mk_linalg float_field
module lm = mk_linalg mod7

entry inverse [n] (a: [n][n]f64): [n][n]f64 = lf.inv a
entry check [n] (a: [n][n]f64): [n][n]f64 = lf.matmul a (lf.inv a)
entry power7 [n] (a: [n][n]i32) (k: i32): [n][n]i32 = lm.power a k
entry inverse7 [n] (a: [n][n]i32): [n][n]i32 = lm.matmul a (lm.inv a)
entry outer7 (xs: []i32) (ys: []i32): [][]i32 = lm.outer xs ys

-- Paths of all kinds by one algorithm over semirings as modules: shortest, widest, most reliable, reachable, and how
-- many. By squaring, by Floyd and Warshall, in blocks, and with the next node on the way.

module type semiring = {
  type t
  val zero : t
  val one : t
  val + : t -> t -> t
  val * : t -> t -> t
}

module closure (S: semiring) = {
  type t = S.t
  def product [n][m][k] (a: [n][m]t) (b: [m][k]t): [n][k]t =
    map (\row -> map (\col -> reduce (S.+) S.zero (map2 (S.*) row col)) (transpose b)) a

  def with_identity [n] (a: [n][n]t): [n][n]t =
    tabulate_2d n n (\i j -> if i == j then a[i, j] S.+ S.one else a[i, j])

  def by_squaring [n] (a: [n][n]t): [n][n]t =
    let steps = loop k = 0 while (1i64 << k) < n do k + 1
    in loop a = with_identity a for _i < steps do product a a

  def by_nodes [n] (a: [n][n]t): [n][n]t =
    loop a = with_identity a for k < n do
      let row = a[k]
      let col = a[:, k]
      in map2 (\c r -> map2 (\x y -> x S.+ (c S.* y)) r row) col a

  -- In place: the matrix is consumed.
  def in_place [n] (a: *[n][n]t): *[n][n]t =
    loop a for k < n do
      loop a for i < n do
        loop a for j < n do
          a with [i, j] = copy (a[i, j] S.+ (a[i, k] S.* a[k, j]))
  def power [n] (a: [n][n]t) (k: i64): [n][n]t =
    loop r = tabulate_2d n n (\i j -> if i == j then S.one else S.zero) for _i < k do product r a
}

module shortest = closure {type t = f32 def zero = f32.inf def one = 0f32 def (+) = f32.min def x * y = x f32.+ y}
module widest = closure {type t = i32 def zero = 0i32 def one = i32.highest def (+) = i32.max def (*) = i32.min}
module reliable = closure {type t = f64 def zero = 0f64 def one = 1f64 def (+) = f64.max def (*) = (f64.*)}
module reachable = closure {type t = bool def zero = false def one = true def (+) = (||) def (*) = (&&)}
module counted = closure {type t = i64 def zero = 0i64 def one = 1i64 def (+) = (i64.+) def (*) = (i64.*)}

-- Distance and the first node on the way; ties go to the smaller node.
module routed = closure {
  type t = (i64, i64)
  def zero: t = (i64.highest, i64.highest)
  def one: t = (0, -1)
  def ((d1, n1): t) + ((d2, n2): t): t = if d1 < d2 || (d1 == d2 && n1 <= n2) then (d1, n1) else (d2, n2)
  def ((d1, n1): t) * ((d2, n2): t): t =
    if d1 == i64.highest || d2 == i64.highest then zero else (d1 i64.+ d2, if n1 == -1 then n2 else n1)
}

entry distances [n] (a: [n][n]f32): ([n][n]f32, bool) =
  let a = map (map (\x -> if x < 0 then f32.inf else x)) a
  let b = shortest.by_squaring a
  let c = shortest.by_nodes a
  let d = shortest.in_place (copy (shortest.with_identity a))
  let same x y = and (map2 (\r s -> and (map2 (==) r s)) x y)
  in (b, same b c && same b d)

entry widths [n] (a: [n][n]i32): [n][n]i32 = widest.by_nodes a
entry reliabilities [n] (a: [n][n]f64): [n][n]f64 = reliable.by_squaring a
entry reach [n] (a: [n][n]bool): [n][n]bool = reachable.by_squaring a
entry walks [n] (a: [n][n]i64) (k: i64): [n][n]i64 = counted.power a k
entry routes [n] (a: [n][n]i64): ([n][n]i64, [n][n]i64) =
  let edge i j w = if w < 0 then (i64.highest, i64.highest) else (w, if i == j then -1 else j)
  let m = map2 (\i row -> map2 (edge i) (iota n) row) (iota n) a
  in map unzip (routed.by_nodes m) |> unzip

-- ==
-- entry: distances
-- input { [[-1f32]] }
-- output { [[0f32]] true }
-- input { [[-1f32, -1f32, 1f32, -1f32], [-1f32, -1f32, -1f32, -1f32], [1f32, -1f32, 8f32, 6f32], [-1f32, 4f32, 6f32, -1f32]] }
-- output { [[0f32, 11f32, 1f32, 7f32], [f32.inf, 0f32, f32.inf, f32.inf], [1f32, 10f32, 0f32, 6f32], [7f32, 4f32, 6f32, 0f32]] true }
-- input {
--   [[-1f32, 1f32, -1f32, -1f32, 7f32, -1f32, 7f32], [-1f32, -1f32, -1f32, -1f32, -1f32, -1f32, -1f32], [-1f32, 7f32, -1f32, -1f32, -1f32, -1f32, -1f32], [4f32, -1f32, -1f32, 6f32, -1f32, 5f32, 4f32], [6f32, -1f32, -1f32, -1f32, 7f32, 1f32, 7f32], [4f32, -1f32, 9f32, 2f32, -1f32, 5f32, -1f32], [-1f32, -1f32, -1f32, 6f32, 8f32, -1f32, -1f32]]
-- }
-- output {
--   [[0f32, 1f32, 17f32, 10f32, 7f32, 8f32, 7f32], [f32.inf, 0f32, f32.inf, f32.inf, f32.inf, f32.inf, f32.inf], [f32.inf, 7f32, 0f32, f32.inf, f32.inf, f32.inf, f32.inf], [4f32, 5f32, 14f32, 0f32, 11f32, 5f32, 4f32], [5f32, 6f32, 10f32, 3f32, 0f32, 1f32, 7f32], [4f32, 5f32, 9f32, 2f32, 11f32, 0f32, 6f32], [10f32, 11f32, 18f32, 6f32, 8f32, 9f32, 0f32]]
--   true
-- }

-- ==
-- entry: widths
-- input { [[6i32, 18i32], [7i32, 0i32]] }
-- output { [[2147483647i32, 18i32], [7i32, 2147483647i32]] }
-- input {
--   [[20i32, 9i32, 0i32, 0i32, 1i32, 0i32], [4i32, 0i32, 0i32, 0i32, 11i32, 0i32], [0i32, 4i32, 17i32, 0i32, 12i32, 15i32], [0i32, 10i32, 0i32, 11i32, 0i32, 0i32], [0i32, 0i32, 10i32, 0i32, 1i32, 0i32], [9i32, 8i32, 16i32, 0i32, 0i32, 0i32]]
-- }
-- output {
--   [[2147483647i32, 9i32, 9i32, 0i32, 9i32, 9i32], [9i32, 2147483647i32, 10i32, 0i32, 11i32, 10i32], [9i32, 9i32, 2147483647i32, 0i32, 12i32, 15i32], [9i32, 10i32, 10i32, 2147483647i32, 10i32, 10i32], [9i32, 9i32, 10i32, 0i32, 2147483647i32, 10i32], [9i32, 9i32, 16i32, 0i32, 12i32, 2147483647i32]]
-- }

-- ==
-- entry: reliabilities
-- input { [[0f64, 0f64, 0f64, 1f64, 0.7f64], [0f64, 0f64, 0.6f64, 0f64, 0.3f64], [0.3f64, 0f64, 0f64, 0f64, 0f64], [0f64, 0f64, 0.2f64, 0f64, 0.5f64], [0f64, 0f64, 0f64, 0f64, 0.9f64]] }
-- output { [[1f64, 0f64, 0.2f64, 1f64, 0.7f64], [0.18f64, 1f64, 0.6f64, 0.18f64, 0.3f64], [0.3f64, 0f64, 1f64, 0.3f64, 0.21f64], [0.06f64, 0f64, 0.2f64, 1f64, 0.5f64], [0f64, 0f64, 0f64, 0f64, 1f64]] }

-- ==
-- entry: reach
-- input {
--   [[false, false, false, true, false, true], [false, false, false, false, true, false], [false, false, true, false, false, false], [true, false, false, false, true, false], [false, false, false, false, false, false], [true, false, false, false, false, false]]
-- }
-- output {
--   [[true, false, false, true, true, true], [false, true, false, false, true, false], [false, false, true, false, false, false], [true, false, false, true, true, true], [false, false, false, false, true, false], [true, false, false, true, true, true]]
-- }

-- ==
-- entry: walks
-- input { [[0i64, 1i64, 0i64, 1i64, 0i64], [1i64, 0i64, 0i64, 0i64, 1i64], [1i64, 1i64, 0i64, 1i64, 0i64], [1i64, 0i64, 0i64, 0i64, 1i64], [1i64, 0i64, 1i64, 1i64, 1i64]] 0i64 }
-- output { [[1i64, 0i64, 0i64, 0i64, 0i64], [0i64, 1i64, 0i64, 0i64, 0i64], [0i64, 0i64, 1i64, 0i64, 0i64], [0i64, 0i64, 0i64, 1i64, 0i64], [0i64, 0i64, 0i64, 0i64, 1i64]] }
-- input { [[0i64, 1i64, 0i64, 1i64, 0i64], [1i64, 0i64, 0i64, 0i64, 1i64], [1i64, 1i64, 0i64, 1i64, 0i64], [1i64, 0i64, 0i64, 0i64, 1i64], [1i64, 0i64, 1i64, 1i64, 1i64]] 3i64 }
-- output { [[2i64, 2i64, 2i64, 4i64, 2i64], [5i64, 2i64, 1i64, 3i64, 4i64], [4i64, 2i64, 2i64, 4i64, 4i64], [5i64, 2i64, 1i64, 3i64, 4i64], [8i64, 4i64, 2i64, 6i64, 7i64]] }
-- input { [[0i64, 1i64, 0i64, 1i64, 0i64], [1i64, 0i64, 0i64, 0i64, 1i64], [1i64, 1i64, 0i64, 1i64, 0i64], [1i64, 0i64, 0i64, 0i64, 1i64], [1i64, 0i64, 1i64, 1i64, 1i64]] 6i64 }
-- output { [[58i64, 28i64, 18i64, 46i64, 50i64], [71i64, 38i64, 25i64, 63i64, 62i64], [78i64, 40i64, 26i64, 66i64, 68i64], [71i64, 38i64, 25i64, 63i64, 62i64], [130i64, 68i64, 44i64, 112i64, 113i64]] }

-- ==
-- entry: routes
-- input { [[7i64, -1i64, -1i64], [6i64, 5i64, -1i64], [-1i64, -1i64, -1i64]] }
-- output {
--   [[0i64, 9223372036854775807i64, 9223372036854775807i64], [6i64, 0i64, 9223372036854775807i64], [9223372036854775807i64, 9223372036854775807i64, 0i64]]
--   [[-1i64, 9223372036854775807i64, 9223372036854775807i64], [0i64, -1i64, 9223372036854775807i64], [9223372036854775807i64, 9223372036854775807i64, -1i64]]
-- }
-- input {
--   [[-1i64, -1i64, 7i64, -1i64, -1i64, -1i64, -1i64], [4i64, -1i64, 5i64, -1i64, 6i64, -1i64, -1i64], [-1i64, -1i64, 4i64, -1i64, -1i64, -1i64, 3i64], [4i64, -1i64, 4i64, -1i64, -1i64, -1i64, 2i64], [8i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64], [-1i64, -1i64, -1i64, 7i64, -1i64, 5i64, 3i64], [-1i64, -1i64, -1i64, -1i64, -1i64, -1i64, -1i64]]
-- }
-- output {
--   [[0i64, 9223372036854775807i64, 7i64, 9223372036854775807i64, 9223372036854775807i64, 9223372036854775807i64, 10i64], [4i64, 0i64, 5i64, 9223372036854775807i64, 6i64, 9223372036854775807i64, 8i64], [9223372036854775807i64, 9223372036854775807i64, 0i64, 9223372036854775807i64, 9223372036854775807i64, 9223372036854775807i64, 3i64], [4i64, 9223372036854775807i64, 4i64, 0i64, 9223372036854775807i64, 9223372036854775807i64, 2i64], [8i64, 9223372036854775807i64, 15i64, 9223372036854775807i64, 0i64, 9223372036854775807i64, 18i64], [11i64, 9223372036854775807i64, 11i64, 7i64, 9223372036854775807i64, 0i64, 3i64], [9223372036854775807i64, 9223372036854775807i64, 9223372036854775807i64, 9223372036854775807i64, 9223372036854775807i64, 9223372036854775807i64, 0i64]]
--   [[-1i64, 9223372036854775807i64, 2i64, 9223372036854775807i64, 9223372036854775807i64, 9223372036854775807i64, 2i64], [0i64, -1i64, 2i64, 9223372036854775807i64, 4i64, 9223372036854775807i64, 2i64], [9223372036854775807i64, 9223372036854775807i64, -1i64, 9223372036854775807i64, 9223372036854775807i64, 9223372036854775807i64, 6i64], [0i64, 9223372036854775807i64, 2i64, -1i64, 9223372036854775807i64, 9223372036854775807i64, 6i64], [0i64, 9223372036854775807i64, 0i64, 9223372036854775807i64, -1i64, 9223372036854775807i64, 0i64], [3i64, 9223372036854775807i64, 3i64, 3i64, 9223372036854775807i64, -1i64, 6i64], [9223372036854775807i64, 9223372036854775807i64, 9223372036854775807i64, 9223372036854775807i64, 9223372036854775807i64, 9223372036854775807i64, -1i64]]
-- }

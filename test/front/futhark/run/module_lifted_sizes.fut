-- Lifted abstract types, types with sizes under other names, and sizes that parametric modules bind.
-- ==
-- entry: existential
-- input { 3i64 } output { 3i64 3i64 }
-- ==
-- entry: hidden
-- input { 3i64 } output { 3i64 3i64 4 }
-- ==
-- entry: renamed
-- input { 2i64 3i64 } output { 3i64 6i64 3i64 }
-- ==
-- entry: by_argument
-- input { 4 } output { [5, 5] 3i64 [4, 4, 4] [4] 1i64 }
-- ==
-- entry: nested
-- input { 4 } output { 5i64 [4, 4, 4, 4, 4] }
module type sized = { type~ t val make: i64 -> t val size: t -> i64 }
module bools = {
  type~ t = ?[k].[k]bool
  def make n = replicate n true
  def size (x: t) = length x
}
module seen = bools: (sized with t = ?[k].[k]bool)
entry existential (k: i64) = (seen.size (seen.make k), length (seen.make k))

module numbers: sized = { type t = i64 def make n = n def size (x: t) = x }
module unseen: sized = bools
module functions: { type^ t val make: i32 -> t val apply: t -> i32 -> i32 } = {
  type^ t = i32 -> i32
  def make x: t = \y -> x + y
  def apply (f: t) x = f x
}
entry hidden (k: i64) =
  (numbers.size (numbers.make k), unseen.size (unseen.make k), functions.apply (functions.make 1) 3)

module type matrix = {
  type t [n][m]
  val make: (n: i64) -> (m: i64) -> t [n][m]
  val transposed [n][m]: t [n][m] -> t [m][n]
  val rows [n][m]: t [n][m] -> i64
}
module columns: matrix = {
  type t [n][m] = [m][n]i32
  def make a b = replicate b (replicate a 1i32)
  def transposed [a][b] (x: t [a][b]): t [b][a] = transpose x
  def rows [n][m] (_: t [n][m]) = n
}
module area (m: matrix) = {
  def of [p][q] (x: m.t [p][q]) = p * q
  def height a b = m.rows (m.transposed (m.make a b))
}
module column_area = area columns
entry renamed (a: i64) (b: i64) =
  (columns.rows (columns.transposed (columns.make a b)), column_area.of (columns.make a b),
   column_area.height a b)

module vector (p: { val size: i64 }) = {
  type t = [p.size]i32
  def make (x: i32): t = replicate p.size x
  def add (a: t) (b: t): t = map2 (+) a b
  def size = p.size
}
module v1 = vector { def size = 1i64 }
module v2 = vector { def size = 2i64 }
module v3 = vector { def size = 3i64 }
module shown (p: { val size: i64 }): { type t val make: i32 -> t val get: t -> [p.size]i32 } = {
  type t = [p.size]i32
  def make (x: i32): t = replicate p.size x
  def get (t: t) = t
}
module s1 = shown { def size = 1i64 }
entry by_argument (x: i32) =
  (v2.add (v2.make x) (v2.make 1), length (v3.make x), v3.make x, s1.get (s1.make x), v1.size)

module twice (p: { val size: i64 }) = { module inner = vector { def size = 2 * p.size + 1 } }
module t2 = twice v2
entry nested (x: i32) = (t2.inner.size, t2.inner.make x)

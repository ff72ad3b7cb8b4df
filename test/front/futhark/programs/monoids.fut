-- A module type of monoids, instances, products of instances, and algorithms over any of them.
-- ==
-- input { [1i32, 2i32, 3i32, 4i32] } output { 10i32 24i32 4i32 }

-- ==
-- entry: scans
-- input { [1i32, 5i32, 2i32] } output { [1i32, 5i32, 5i32] [1i32, 6i32, 8i32] }

-- ==
-- entry: pairs
-- input { [true, false, true] [1i32, 2i32, 3i32] } output { false 6i32 }

-- ==
-- entry: first_max
-- input { [2i32, 9i32, 4i32] } output { 1i64 }

module type monoid = {
  type t
  val neutral : t
  val op : t -> t -> t
}

module fold (M: monoid) = {
  def total [n] (xs: [n]M.t) : M.t = reduce M.op M.neutral xs
  def prefixes [n] (xs: [n]M.t) : [n]M.t = scan M.op M.neutral xs
}

module sum : monoid with t = i32 = { type t = i32 def neutral = 0i32 def op = (i32.+) }
module product : monoid with t = i32 = { type t = i32 def neutral = 1i32 def op = (i32.*) }
module largest : monoid with t = i32 = { type t = i32 def neutral = i32.lowest def op = i32.max }
module conjunction : monoid with t = bool = { type t = bool def neutral = true def op = (&&) }

module both (A: monoid) (B: monoid) : monoid with t = (A.t, B.t) = {
  type t = (A.t, B.t)
  def neutral : t = (A.neutral, B.neutral)
  def op ((a, b): t) ((c, d): t) : t = (A.op a c, B.op b d)
}

module sums = fold sum
module products = fold product
module maxima = fold largest
module conj_sum = fold (both conjunction sum)

entry main (xs: []i32) : (i32, i32, i32) = (sums.total xs, products.total xs, maxima.total xs)

entry scans [n] (xs: [n]i32) : ([n]i32, [n]i32) = (maxima.prefixes xs, sums.prefixes xs)

entry pairs [n] (bs: [n]bool) (xs: [n]i32) : (bool, i32) = conj_sum.total (zip bs xs)

module argmax = fold {
  type t = (i64, i32)
  def neutral : t = (-1, i32.lowest)
  def op (a: t) (b: t) : t = if b.1 > a.1 then b else a
}

entry first_max [n] (xs: [n]i32) : i64 = (argmax.total (zip (iota n) xs)).0

-- Segmented operations for any monoid.
-- ==
-- entry: int_scan
-- input { [true, false, true, false, false, true] [1i32, 2i32, 3i32, 4i32, 5i32, 6i32] }
-- output { [1i32, 3i32, 3i32, 7i32, 12i32, 6i32] }

-- ==
-- entry: int_reduce
-- input { [true, false, true, false, false, true] [1i32, 2i32, 3i32, 4i32, 5i32, 6i32] }
-- output { [3i32, 12i32, 6i32] }
-- input { empty([0]bool) empty([0]i32) }
-- output { empty([0]i32) }

-- ==
-- entry: int_exscan
-- input { [true, false, true, false, false, true] [1i32, 2i32, 3i32, 4i32, 5i32, 6i32] }
-- output { [0i32, 1i32, 0i32, 3i32, 7i32, 0i32] }

-- ==
-- entry: float_reduce
-- input { [false, false, true, false] [-1.0f32, -2.0f32, -7.0f32, -3.0f32] }
-- output { [-1.0f32, -3.0f32] }

-- ==
-- entry: firsts
-- input { [true, false, false, true, false] [0u8, 7u8, 8u8, 0u8, 0u8] }
-- output { [7u8, 0u8] }

module type monoid = {
  type t
  val zero: t
  val op: t -> t -> t
}

module segmented (M: monoid) = {
  type t = M.t
  local type flagged = (t, bool)
  local def combine ((x, f): flagged) ((y, g): flagged): flagged =
    (if g then y else x `M.op` y, f || g)

  def scan [n] (flags: [n]bool) (xs: [n]t): [n]t =
    scan combine (M.zero, false) (zip xs flags) |> map (.0)

  def reduce [n] (flags: [n]bool) (xs: [n]t): []t =
    let scanned = scan flags xs
    let ends = map (\i -> i == n - 1 || flags[i + 1]) (iota n)
    in zip scanned ends |> filter (.1) |> map (.0)

  def exscan [n] (flags: [n]bool) (xs: [n]t): [n]t =
    map2 (\i f -> if f || i == 0 then M.zero else #[unsafe] (scan flags xs)[i - 1]) (iota n) flags
}

module sums = segmented {type t = i32 def zero = 0i32 def op = (i32.+)}
module maxima = segmented {type t = f32 def zero = f32.lowest def op = f32.max}
module first = segmented {
  type t = {defined: bool, value: u8}
  def zero: t = {defined = false, value = 0}
  def op (a: t) (b: t): t = if a.defined then a else b
}

entry int_scan [n] (fs: [n]bool) (xs: [n]i32): [n]i32 = sums.scan fs xs
entry int_reduce [n] (fs: [n]bool) (xs: [n]i32): []i32 = sums.reduce fs xs
entry int_exscan [n] (fs: [n]bool) (xs: [n]i32): [n]i32 = sums.exscan fs xs
entry float_reduce [n] (fs: [n]bool) (xs: [n]f32): []f32 = maxima.reduce fs xs
entry firsts [n] (fs: [n]bool) (xs: [n]u8): []u8 =
  first.reduce fs (map (\value -> {defined = value != 0, value}) xs) |> map (.value)

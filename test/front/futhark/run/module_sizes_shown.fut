-- Types with sizes that can be hidden: some array has each size. What is not hidden may have them anywhere.
-- ==
-- input { [1, 2, 3] } output { 3i64 3i64 3i64 2i64 6 }
module type sized = { type^ t [n] val mk [n]: [n]i32 -> t [n] val size [n]: t [n] -> i64 }
module arrays: sized = {
  type t [n] = [n]i32
  def mk [n] (xs: [n]i32): t [n] = xs
  def size [n] (_: t [n]) = n
}
module units: sized = {
  type t [n] = [n]()
  def mk [n] (xs: [n]i32): t [n] = map (const ()) xs
  def size [n] (_: t [n]) = n
}
module functions: sized = {
  type^ t [n] = ([n](), i32 -> [n]i32)
  def mk [n] (xs: [n]i32): t [n] = (map (const ()) xs, \x -> map (+ x) xs)
  def size [n] (_: t [n]) = n
}
module sums: { type t [n] val some [n]: [n]i32 -> t [n] val count [n]: t [n] -> i64 } = {
  type t [n] = #none | #some ([n]i32)
  def some [n] (xs: [n]i32): t [n] = #some xs
  def count [n] (x: t [n]) = match x case #none -> 0 case #some _ -> n - 1
}
module type open_type = { type^ t [n] = [n]i32 -> i32 }
module known: open_type = { type^ t [n] = [n]i32 -> i32 }
def apply [n] (f: known.t [n]) (xs: [n]i32) = f xs
def main [n] (xs: [n]i32) =
  (arrays.size (arrays.mk xs), units.size (units.mk xs), functions.size (functions.mk xs),
   sums.count (sums.some xs), apply i32.sum xs)

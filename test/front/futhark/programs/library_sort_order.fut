-- A sorting library over any order: ranks and a scatter.
-- ==
-- input { [3,1,2] } output { [1i32, 2i32, 3i32] [3i32, 2i32, 1i32] }
module type ordered = { type t val <= : t -> t -> bool }
module mk_sort (O: ordered) = {
  local def rank [n] (xs: [n]O.t) (i: i64) (x: O.t): i64 =
    i64.sum (map2 (\j y -> i64.bool ((y O.<= x) && !((x O.<= y) && j >= i))) (iota n) xs)
  def sort [n] (xs: [n]O.t): [n]O.t =
    let is = map2 (rank xs) (iota n) xs
    in scatter (copy xs) is xs
}
module sort_i32 = mk_sort { type t = i32 def (<=) (a: i32) (b: i32) = a i32.<= b }
module sort_rev = mk_sort { type t = i32 def (<=) (a: i32) (b: i32) = b i32.<= a }
entry main [n] (xs: [n]i32) = (sort_i32.sort xs, sort_rev.sort xs)

-- A parametric module with a function that takes functions.
-- ==
-- entry: main
-- input { [3, 1, 2] } output { [1, 2, 3] [3, 2, 1] }
module type ordered = { type t val less: t -> t -> bool }
module sorting (o: ordered) = {
  def sort [n] (xs: [n]o.t): [n]o.t =
    let rank (i: i64): i64 =
      let before (j: i64): bool = (xs[j] `o.less` xs[i]) || (!(xs[i] `o.less` xs[j]) && j < i)
      in length (filter before (iota n))
    in scatter (copy xs) (map rank (iota n)) xs
}
module up = sorting {type t = i32 def less (a: i32) (b: i32) = a < b}
module down = sorting {type t = i32 def less (a: i32) (b: i32) = a > b}
def main (xs: []i32): ([]i32, []i32) = (up.sort xs, down.sort xs)

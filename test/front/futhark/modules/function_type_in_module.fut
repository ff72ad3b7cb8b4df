-- ==
-- input { [5,3,8] } output { [3,5,8] 8 }
module type ordered = { type t val (<=): t -> t -> bool }
module heap (O: ordered) = {
  type^ cmp = O.t -> O.t -> bool
  def cmp: cmp = (O.<=)
  def merge [n] (xs: [n]O.t) : [n]O.t =
    let swap (a: O.t, b: O.t) = if cmp a b then (a, b) else (b, a)
    in loop xs = copy xs for _i < n do
       loop xs for j < n - 1 do
         let (a, b) = swap (copy xs[j], copy xs[j + 1])
         in (xs with [j] = a) with [j + 1] = b
  def top [n] (xs: [n]O.t) = xs[n - 1]
}
module h = heap i32
def main [n] (xs: [n]i32) = let ys = h.merge xs in (ys, h.top ys)

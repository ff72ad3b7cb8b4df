-- ==
-- input { [3, 1, 2] } output { [1, 2, 3] }
module type sortable = { type t val leq: t -> t -> bool }
module insertion (S: sortable) = {
  def sort [n] (xs: *[n]S.t): *[n]S.t =
    loop xs for i < n do
      let (xs, _) = loop (xs, j) = (xs, i) while j > 0 && !(S.leq xs[j - 1] xs[j]) do
        let a = copy xs[j - 1]
        let b = copy xs[j]
        let xs[j - 1] = b
        let xs[j] = a
        in (xs, j - 1)
      in xs
}
module by_value = insertion { type t = i32 def leq = (i32.<=) }
def main [n] (xs: [n]i32) = by_value.sort (copy xs)

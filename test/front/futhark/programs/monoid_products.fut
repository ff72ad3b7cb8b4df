-- Folds over products of monoids.
-- ==
-- input { [1,2,3] } output { 6i32 3i32 }
module type monoid = { type t val op: t -> t -> t val ne: t }
module fold (M: monoid) = {
  def fold [n] (xs: [n]M.t) = reduce M.op M.ne xs
  def prefix [n] (xs: [n]M.t) = scan M.op M.ne xs
}
module pair (A: monoid) (B: monoid): monoid with t = (A.t, B.t) = {
  type t = (A.t, B.t)
  def op (a, b) (c, d): t = (A.op a c, B.op b d)
  def ne: t = (A.ne, B.ne)
}
module sum = { type t = i32 def op (a: t) (b: t) = a + b def ne = 0i32 }
module max = { type t = i32 def op = i32.max def ne = i32.lowest }
module f = fold (pair sum max)
entry main (xs: []i32) = f.fold (map (\x -> (x, x)) xs)

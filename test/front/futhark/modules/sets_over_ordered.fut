-- ==
-- input { [5, 3, 5, 1] } output { [1, 3, 5] true false }
module type ord = { type t val leq: t -> t -> bool val eq: t -> t -> bool }
module type set = { type~ set type elem val from [n]: [n]elem -> set val mem: elem -> set -> bool val elems: set -> []elem }
module mk_set (E: ord): set with elem = E.t = {
  type elem = E.t
  type~ set = { n: i64, xs: []E.t }
  def sort [n] (xs: [n]elem): [n]elem =
    let rank i = i64.sum (map2 (\y j -> i64.bool (E.leq y xs[i] && (!(E.eq y xs[i]) || j < i))) xs (iota n))
    in scatter (copy xs) (map rank (iota n)) xs
  def from [n] (xs: [n]elem): set =
    let s = sort xs
    let keep = map (\i -> i == 0 || !(E.eq s[i - 1] s[i])) (indices s)
    let u = map (.0) (filter (.1) (zip s keep))
    in { n = length u, xs = u }
  def mem (x: elem) (s: set) = any (E.eq x) s.xs
  def elems (s: set) = s.xs
}
module ints = mk_set { type t = i32 def leq = (i32.<=) def eq = (i32.==) }
def main [n] (xs: [n]i32) = let s = ints.from xs in (ints.elems s, ints.mem 3 s, ints.mem 4 s)

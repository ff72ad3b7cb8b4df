-- Functor abs array.
-- ==
-- input { [1,2,3] } output { [2,4,6] 12 }

module type el = {type t val mk : i32 -> t val add : t -> t -> t val zero : t val un : t -> i32}
module e : el = {type t = (i32, bool) def mk (x: i32) : t = (x, true) def add (a: t) (b: t) : t = (a.0 + b.0, a.1 && b.1) def zero : t = (0, true) def un (a: t) = a.0}
entry main (xs: []i32) =
  let es = map e.mk xs
  let ds = map (\x -> e.add x x) es
  in (map e.un ds, e.un (reduce e.add e.zero ds))

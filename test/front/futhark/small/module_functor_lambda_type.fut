-- Module functor lambda type.
-- ==
-- input { 3 } output { 9 }

module type mt = {type t val f : t -> t}
module ap2 (M: mt) = {def g (x: M.t) = M.f (M.f x)}
module s = ap2 {type t = i32 def f (x: i32) = x * 1 + 3}
entry main (x: i32) = s.g x

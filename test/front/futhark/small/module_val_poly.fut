-- Module val poly.
-- ==
-- input { 3 } output { 3 true }

module type s = {val f 'a : a -> a}
module m : s = {def f 'a (x: a) = x}
entry main (x: i32) = (m.f x, m.f true)

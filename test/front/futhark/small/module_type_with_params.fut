-- Module type with params.
-- ==
-- input { 3 } output { 3 true }

module type opt = {type t 'a val some 'a : a -> t a val get 'a : a -> t a -> a}
module o : opt = {type t 'a = #some a | #none def some 'a (x: a) : t a = #some x def get 'a (d: a) (x: t a) : a = match x case #some y -> y case #none -> d}
entry main (x: i32) = (o.get 0 (o.some x), o.get false (o.some true))

-- Module val op.
-- ==
-- input { 5 } output { 3 }

module type s = {type t val - : t -> t -> t val one : t}
entry main (x: i32) = x - 2

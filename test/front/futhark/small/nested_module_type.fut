-- Nested module type.
-- ==
-- input { 3 } output { 3 }

module type outer = {module inner : {type t val mk : i32 -> t val un : t -> i32}}
module m : outer = {module inner = {type t = i32 def mk (x: i32) = x def un (x: i32) = x}}
entry main (x: i32) = m.inner.un (m.inner.mk x)

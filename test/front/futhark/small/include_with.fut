-- Include with.
-- ==
-- input { 3 } output { 5 }

module type a = {type t val x : t}
module type b = {include a with t = i32 val f : i32 -> i32}
module m : b = {type t = i32 def x = 2i32 def f (y: i32) = y}
entry main (x: i32) = m.f x + m.x

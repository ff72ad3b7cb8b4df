-- Module include two.
-- ==
-- input { 1 } output { 6 }

module type a = {val x : i32}
module type b = {val y : i32}
module type c = {include a include b val z : i32}
module m : c = {def x = 1i32 def y = 2i32 def z = 3i32}
entry main (_: i32) = m.x + m.y + m.z

-- Module types that include others, and a parametric module that opens its argument.
-- ==
-- input { 3i32 } output { 8i32 }
module type mt = { type t val x : t val show : t -> i32 }
module type mt2 = { include mt val y : t }
module m : mt2 with t = i32 = { type t = i32 def x = 1i32 def show (x: i32) = x def y = 2i32 }
module n (M: mt2) = { open M def z = show x + show y }
module k = n m
entry main q = q + k.z + k.show k.y

-- A member of another type.
-- ==
-- error: E1111

module type s = {val f : i32 -> i32}
module m : s = {def f (x: f32) = x}
entry main (x: i32) = m.f x

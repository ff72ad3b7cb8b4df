-- Specifications with sizes and named parameters.
-- ==
-- input { 2 } output { 5 }

module type s = {val f [n] 'a : (k: i64) -> [n]a -> [k]a -> i64 val g : (i32 -> i32) -> i32}
module m : s = {def f [n] 'a (k: i64) (_: [n]a) (_: [k]a) = n + k def g (h: i32 -> i32) = h 1}
entry main (x: i32) = i32.i64 (m.f 2 [x] [x, x]) + m.g (+ (x - 1))

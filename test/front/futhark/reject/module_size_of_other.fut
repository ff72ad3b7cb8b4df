-- Two applications of a parametric module have types of different sizes.
-- ==
-- error: E1301
module vector (p: { val size: i64 }) = { type t = [p.size]i32 def make (x: i32): t = replicate p.size x }
module v2 = vector { def size = 2i64 }
module v3 = vector { def size = 3i64 }
def f (x: i32) = map2 (+) (v2.make x) (v3.make x)

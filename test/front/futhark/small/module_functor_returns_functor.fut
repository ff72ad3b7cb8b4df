-- Module functor returns functor.
-- ==
-- input { 3 } output { 7 }

module f (A: {val a : i32}) = \(B: {val b : i32}) -> {def s = A.a + B.b}
module g = f {def a = 3i32} {def b = 4i32}
entry main (_: i32) = g.s

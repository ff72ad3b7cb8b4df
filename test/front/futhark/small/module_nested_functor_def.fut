-- Module nested functor def.
-- ==
-- input { 3 } output { 12 }

module outer (A: {val a : i32}) = {
  module inner (B: {val b : i32}) = {def sum = A.a * B.b}
}
module o = outer {def a = 3i32}
module i = o.inner {def b = 4i32}
entry main (_: i32) = i.sum

-- Open functor.
-- ==
-- input { 3 } output { 7 }

module mk (a: {val x: i32}) = {def y = a.x + 4}
open mk {def x = 3i32}
entry main (_: i32) = y

-- Module open in functor.
-- ==
-- input { 3 } output { 8 }

module base = {def k = 5i32 type t = i32}
module f (X: {val x : i32}) = {open base def y : t = X.x + k}
module g = f {def x = 3i32}
entry main (_: i32) = g.y + g.k - g.k

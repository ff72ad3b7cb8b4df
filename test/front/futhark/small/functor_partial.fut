-- Functor partial.
-- ==
-- input { 3 } output { 111 }

module f (a: {val x: i32}) (b: {val x: i32}) = {def s = a.x + 10 * b.x}
module f2 = f {def x = 1i32}
module g = f2 {def x = 11i32}
entry main (_: i32) = g.s

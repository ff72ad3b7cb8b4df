-- Module lambda.
-- ==
-- input { 3 } output { 4 }

module f = \(m: {val x: i32}) -> {def y = m.x + 1}
module g = f {def x = 3i32}
entry main (a: i32) = g.y + a - 3

-- Module ascription inline.
-- ==
-- input { 3 } output { 6 }

module m = {def x = 1i32 def y = 2i32} : {val x : i32 val y : i32}
entry main (a: i32) = m.x + m.y + a

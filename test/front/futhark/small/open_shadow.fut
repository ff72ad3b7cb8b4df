-- Open shadow.
-- ==
-- input { 3 } output { 2 }

module a = {def x = 1i32}
module b = {def x = 2i32}
open a
open b
entry main (_: i32) = x

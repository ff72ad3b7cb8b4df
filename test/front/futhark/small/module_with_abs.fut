-- Module with abs.
-- ==
-- input { 3 } output { 3 }

module type s = {type t val x : t}
module m : s with t = {a: i32} = {type t = {a: i32} def x = {a = 3i32}}
entry main (_: i32) = m.x.a

-- Functor param functor.
-- ==
-- input { 3 } output { 7 }

module type s = {val x: i32}
module type t = {val y: i32}
module ap (f: (m: s) -> t) (m: s) = f m
module inc (m: s): t = {def y = m.x + 4}
module r = ap inc {def x = 3i32}
entry main (a: i32) = r.y + a - 3

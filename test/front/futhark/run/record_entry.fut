-- A record crosses an entry point as one opaque value; its parts as plain ones.
-- ==
-- entry: main
-- input { 3 4 } output { 5 }
type vector = {x: f64, y: f64}
entry make (x: i32) (y: i32): vector = {x = f64.i32 x, y = f64.i32 y}
entry norm (v: vector): i32 = i32.f64 (f64.sqrt (v.x * v.x + v.y * v.y))
entry main (x: i32) (y: i32): i32 = norm (make x y)

-- Sums with records.
-- ==
-- input { 3 } output { 7.0 }

type shape = #circle {r: f64} | #rect {w: f64, h: f64}
def area (s: shape) : f64 = match s case #circle {r} -> r * r case #rect {w, h} -> w * h
entry main (x: i32) = area (#rect {w = f64.i32 x, h = 2}) + area (#circle {r = 1})

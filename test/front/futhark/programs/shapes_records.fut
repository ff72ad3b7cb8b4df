-- A sum of records, matched by punned and by renamed fields.
-- ==
-- input { 3i32 [1.0,2.0] } output { [12.0f64, 8.0f64, 1.0f64] }
type shape = #circle {r: f64} | #rect {w: f64, h: f64} | #unit
def area (s: shape): f64 = match s
  case #circle {r} -> 3 * r * r
  case #rect {w, h} -> w * h
  case #unit -> 1
def scale k (s: shape): shape = match s
  case #circle c -> #circle (c with r = c.r * k)
  case #rect {w = a, h = b} -> #rect {w = a * k, h = b * k}
  case s -> s
entry main (n: i32) (xs: [2]f64) =
  map (scale 2 >-> area) [#circle {r = xs[0]}, #rect {w = xs[0], h = xs[1]}, #unit]

-- A library with records, sums and arrays of records in its interface. shapes.c and shapes.py use it.
type point = {x: f64, y: f64}
type~ shape = #circle point f64 | #polygon ([]point) | #nothing

-- The points of a regular polygon around the origin.
entry corners (n: i64) : []point =
  tabulate n (\i -> let a = 2 * f64.pi * f64.i64 i / f64.i64 n
                    in {x = f64.cos a, y = f64.sin a})

entry polygon (points: []point) : shape = #polygon points

entry area (s: shape) : f64 =
  match s
  case #circle _ r -> f64.pi * r * r
  case #polygon ps ->
    let twice = map2 (\p q -> p.x * q.y - q.x * p.y) ps (rotate 1 ps)
    in f64.abs (f64.sum twice) / 2
  case #nothing -> 0

entry bounds [n] (xs: [n]f64) : (f64, f64) = (f64.minimum xs, f64.maximum xs)

entry scale [n] (factor: f64) (xs: *[n]f64) : *[n]f64 =
  loop xs for i < n do xs with [i] = xs[i] * factor

entry pick (xs: []i32) (i: i64) : i32 = xs[i]
-- ==
-- entry: bounds
-- input { [3.0, 1.0, 2.0] } output { 1.0 3.0 }

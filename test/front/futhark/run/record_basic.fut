-- Records: literals, punning, fields, updates and patterns.
-- ==
-- entry: main
-- input { 1 2.0 } output { 1 2.0 5 7.0 3 }
type point = {x: i32, y: f64}
def main (x: i32) (y: f64): (i32, f64, i32, f64, i32) =
  let p: point = {x, y}
  let q = p with x = 5
  let {x = a, y = b} = q with y = 7
  let {x, y = _} = {y = true, x = 3}
  in (p.x, p.y, a, b, x)

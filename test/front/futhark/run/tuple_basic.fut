-- Tuples: fields by number, nesting, patterns and unit.
-- ==
-- entry: main
-- input { 1 true } output { 1 true 3 1 }
def unit (): i32 = 1
def main (x: i32) (b: bool): (i32, bool, i32, i32) =
  let t = ((x, b), (2, 3))
  let ((_, c), (_, d)) = t
  in (t.0.0, c, d, unit ())

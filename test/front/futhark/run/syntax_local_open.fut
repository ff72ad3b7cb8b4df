-- Modules opened in expressions, with operators.
-- ==
-- entry: main
-- input { 2.0 } output { 5.0 8.0 4.0 }
def main (x: f64): (f64, f64, f64) =
  (f64.(x * x + 1), f64.(let y = x * x in y * x), f64.(max x (i32 4)))

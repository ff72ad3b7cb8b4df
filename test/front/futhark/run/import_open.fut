-- An import gives the names of a file, but neither its local ones nor those that it imports.
-- ==
-- entry: main
-- input { 3.0 4.0 } output { 5.0 10.0 1.0 }
import "lib/vectors"
def square (_: f64): f64 = 1
def main (x: f64) (y: f64): (f64, f64, f64) = (norm {x, y}, norm (scaled.scale 2 {x, y}), square x)

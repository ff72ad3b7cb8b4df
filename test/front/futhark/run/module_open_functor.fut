-- open of an application, and of an import.
-- ==
-- entry: main
-- input { 3.0 } output { 9.0 6.0 }
module scale (p: { val k: f64 }) = { def scale (x: f64): f64 = p.k * x }
open scale { def k = 2f64 }
open import "lib/numbers"
def main (x: f64): (f64, f64) = (square x, scale x)

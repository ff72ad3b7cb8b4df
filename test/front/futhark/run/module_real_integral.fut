-- Modules of the prelude seen through its module types.
-- ==
-- entry: main
-- input { 2.0 6 } output { 1.4142135623730951 2 true 0.5 }
module use_real (r: real) = { def root (x: r.t): r.t = r.sqrt x def half = r.from_fraction 1 2 }
module use_integral (t: integral) = { def bits (x: t.t): i32 = t.popc x def odd (x: t.t) = t.(x % i32 2 == i32 1) }
module use_float (f: float) = { def halves (x: f.t) = f.((x / i32 2)) }
module r = use_real f64
module n = use_integral i32
module f = use_float f64
def main (x: f64) (k: i32): (f64, i32, bool, f64) =
  (r.root x, n.bits k, !(n.odd k), f.halves x - r.half)

-- Names for modules, nested modules and module types.
-- ==
-- entry: main
-- input { 2.0 } output { 4.0 8.0 2.0 }
module real = f64
module type squares = { val square: f64 -> f64 }
module math = { module inner: squares = { def square (x: f64) = x real.* x } }
module deep = math.inner
def main (x: f64): (f64, f64, f64) = (deep.square x, x * math.inner.square x, real.sqrt (deep.square x))

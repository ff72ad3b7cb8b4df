-- Functor real const.
-- ==
-- input { 2.0 } output { 6.25 }

module mk (R: real) = {def area (r: R.t) : R.t = R.(f64 3.125 * r ** i32 2 / i32 2)}
module m = mk f64
entry main (r: f64) = m.area r

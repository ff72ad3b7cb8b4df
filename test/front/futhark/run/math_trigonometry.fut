-- Angles, in radians and in multiples of pi.
-- ==
-- entry: main
-- input { 0.5 } output { 0.479425538604203 0.8775825618903728 0.5463024898437905 0.5235987755982989 1.0471975511965979 0.4636476090008061 }
-- ==
-- entry: multiples
-- input { 0.5 } output { 1.0 0.0 0.16666666666666666 0.3333333333333333 0.14758361765043326 }
-- ==
-- entry: hyperbolic
-- input { 0.5 } output { 0.5210953054937474 1.1276259652063807 0.46211715726000973 0.48121182505960347 0.5493061443340548 }
entry main (x: f64): (f64, f64, f64, f64, f64, f64) =
  (f64.sin x, f64.cos x, f64.tan x, f64.asin x, f64.acos x, f64.atan x)
entry multiples (x: f64): (f64, f64, f64, f64, f64) =
  (f64.sinpi x, f64.cospi x, f64.asinpi x, f64.acospi x, f64.atanpi x)
entry hyperbolic (x: f64): (f64, f64, f64, f64, f64) =
  (f64.sinh x, f64.cosh x, f64.tanh x, f64.asinh x, f64.atanh x)

-- atan2, hypot, fma, mad, lerp, copysign, nextafter and ldexp.
-- ==
-- entry: main
-- input { 3.0 4.0 } output { 0.6435011087932844 5.0 13.0 13.0 3.25 -3.0 24.0 0.75 }
def main (x: f64) (y: f64): (f64, f64, f64, f64, f64, f64, f64, f64) =
  ( f64.atan2 x y, f64.hypot x y, f64.fma x y 1, f64.mad x y 1, f64.lerp x y 0.25, f64.copysign x (-y)
  , f64.ldexp x 3, f64.from_fraction 3 4 )

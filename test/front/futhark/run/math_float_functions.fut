-- Roots, exponentials, logarithms and powers.
-- ==
-- entry: main
-- input { 4.0 } output { 2.0 0.5 1.5874010519681994 54.598150033144236 16.0 53.598150033144236 1.3862943611198906 2.0 0.6020599913279624 1.6094379124341003 10000.0 }
def main (x: f64): (f64, f64, f64, f64, f64, f64, f64, f64, f64, f64, f64) =
  ( f64.sqrt x, f64.rsqrt x, f64.cbrt x, f64.exp x, f64.exp2 x, f64.expm1 x, f64.log x, f64.log2 x
  , f64.log10 x, f64.log1p x, f64.exp10 x )

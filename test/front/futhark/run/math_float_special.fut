-- nan, infinities and their comparisons.
-- ==
-- entry: main
-- input { f64.nan } output { true false false true false }
-- input { f64.inf } output { false true true false true }
-- input { -f64.inf } output { false true true false false }
-- input { 1.0 } output { false false true false true }
-- ==
-- entry: constants
-- input { } output { f64.inf f64.nan -f64.inf f64.inf 3.141592653589793 2.718281828459045 2.220446049250313e-16 }
entry main (x: f64): (bool, bool, bool, bool, bool) = (f64.isnan x, f64.isinf x, x == x, x != x, x > 0)
entry constants: (f64, f64, f64, f64, f64, f64, f64) =
  (f64.inf, f64.nan, f64.lowest, f64.highest, f64.pi, f64.e, f64.epsilon)

-- The least and the largest of a number and something, which may be a nan or a zero of either sign.
entry main (xs: []f64): ([]f64, []f64, []f64, []f64, []f64) =
  unzip5 (map (\x -> (f64.min 5 x, f64.max (-5) x, f64.min x 5, 1 / f64.min 0 x, 1 / f64.max (-0.0) x)) xs)
-- ==
-- input { [f64.nan, f64.inf, -f64.inf, 0.0, -0.0, 7.0, -7.0, 5.0] }
-- output { [5.0, 5.0, -f64.inf, 0.0, -0.0, 5.0, -7.0, 5.0]
--          [-5.0, f64.inf, -5.0, 0.0, -0.0, 7.0, -5.0, 5.0]
--          [5.0, 5.0, -f64.inf, 0.0, -0.0, 5.0, -7.0, 5.0]
--          [f64.inf, f64.inf, -0.0, f64.inf, -f64.inf, f64.inf, -0.14285714285714285, f64.inf]
--          [-f64.inf, 0.0, -f64.inf, f64.inf, -f64.inf, 0.14285714285714285, -f64.inf, 0.2] }

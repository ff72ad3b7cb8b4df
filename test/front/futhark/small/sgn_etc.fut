-- Sgn etc.
-- ==
-- input { -5.5 } output { -1.0 5.5 -5.0 -6.0 }

entry main (x: f64) = (f64.sgn x, f64.abs x, f64.trunc x, f64.floor x)

-- Runtime nan cmp.
-- ==
-- input { 1.0 } output { false false true }

entry main (x: f64) = (f64.nan == x, f64.nan < x, f64.nan != f64.nan)

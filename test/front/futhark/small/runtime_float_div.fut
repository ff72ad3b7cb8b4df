-- Runtime float div.
-- ==
-- input { 0.0 } output { f64.inf -f64.inf f64.nan }

entry main (x: f64) = (1 / x, -1 / x, x / x)

-- Runtime minmax nan.
-- ==
-- input { 1.0 } output { 1.0 2.0 }

entry main (x: f64) = (f64.min x 2, f64.max x 2)

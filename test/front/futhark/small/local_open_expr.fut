-- Local open expr.
-- ==
-- input { 3.0 } output { 6.0 }

entry main (x: f64) = f64.(x + abs (-x))

-- Automap pipe.
-- ==
-- input { [1.0,4.0] } output { [1.0,2.0] }

entry main (xs: []f64) = xs |> map f64.sqrt

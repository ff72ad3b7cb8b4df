-- f32.sum of an array of f64.
-- ==
-- error: E1201

entry main (xs: []f64) : f64 = f32.sum xs

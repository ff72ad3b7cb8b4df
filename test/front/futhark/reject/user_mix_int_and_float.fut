-- No implicit conversion from integers to floats.
-- ==
-- error: E1201

entry main (n: i64) : f64 = n * 0.5

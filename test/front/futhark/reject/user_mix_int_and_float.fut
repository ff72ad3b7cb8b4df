-- No implicit conversion from integers to floats.
-- ==
-- error: error\[E12

entry main (n: i64) : f64 = n * 0.5

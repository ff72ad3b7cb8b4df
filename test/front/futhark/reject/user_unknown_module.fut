-- No such module.
-- ==
-- error: error\[E11

entry main (x: f64) : f64 = math.sqrt x

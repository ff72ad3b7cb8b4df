-- No such module.
-- ==
-- error: E1101

entry main (x: f64) : f64 = math.sqrt x

-- Assert fail.
-- ==
-- input { 0 } error: ssert

entry main (x: i32) = assert (x > 0) x

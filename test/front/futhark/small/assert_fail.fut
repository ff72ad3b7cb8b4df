-- Assert fail.
-- ==
-- input { 0 } error: E0401.*ssert

entry main (x: i32) = assert (x > 0) x

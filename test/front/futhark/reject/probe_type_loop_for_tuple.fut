-- Type loop for tuple.
-- ==
-- error: E1201

entry main (xs: []i32) = loop a = 0 for (x, y) in xs do a + x + y

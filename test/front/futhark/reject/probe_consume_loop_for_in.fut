-- Consume loop for in.
-- ==
-- error: E1402

entry main (xs: *[][]i32) = loop a = 0 for x in xs do let x[0] = 1 in a + x[0]

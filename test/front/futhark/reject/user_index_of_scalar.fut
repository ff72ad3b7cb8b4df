-- Indexing a number.
-- ==
-- error: E1209

entry main (x: i32) : i32 = x[0]

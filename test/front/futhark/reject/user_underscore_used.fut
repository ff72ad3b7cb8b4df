-- The wildcard is no name.
-- ==
-- error: E1101

entry main (_: i32) : i32 = _ + 1

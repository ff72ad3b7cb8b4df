-- The wildcard is no name.
-- ==
-- error: error\[E

entry main (_: i32) : i32 = _ + 1

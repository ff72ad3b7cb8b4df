-- let without a body.
-- ==
-- error: error\[E

entry main (x: i32) : i32 = let y = x + 1

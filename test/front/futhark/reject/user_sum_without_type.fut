-- A constructor is no number.
-- ==
-- error: error\[E

entry main (x: i32) : i32 = let y = #foo x in y

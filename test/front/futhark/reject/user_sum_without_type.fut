-- A constructor is no number.
-- ==
-- error: E1204

entry main (x: i32) : i32 = let y = #foo x in y

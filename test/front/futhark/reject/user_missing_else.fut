-- if without else.
-- ==
-- error: E1001

entry main (x: i32) : i32 = if x > 0 then 1

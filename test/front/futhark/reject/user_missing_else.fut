-- if without else.
-- ==
-- error: error\[E

entry main (x: i32) : i32 = if x > 0 then 1

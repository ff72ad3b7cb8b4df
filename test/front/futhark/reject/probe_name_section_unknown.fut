-- Name section unknown.
-- ==
-- error: error\[E11

entry main (x: i32) = x `foo` 2

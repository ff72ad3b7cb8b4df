-- Name section unknown.
-- ==
-- error: E1101

entry main (x: i32) = x `foo` 2

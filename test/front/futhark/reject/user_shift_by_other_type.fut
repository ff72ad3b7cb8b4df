-- Both sides of a shift have one type.
-- ==
-- error: E1201

entry main (x: u32) (k: i32) = x << k

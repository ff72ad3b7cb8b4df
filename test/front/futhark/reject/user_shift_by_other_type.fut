-- Both sides of a shift have one type.
-- ==
-- error: error\[E12

entry main (x: u32) (k: i32) = x << k

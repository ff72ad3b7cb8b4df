-- Scalar len.
-- ==
-- error: error\[E12

entry main (x: i32) = length x

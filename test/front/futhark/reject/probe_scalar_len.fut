-- Scalar len.
-- ==
-- error: E1201

entry main (x: i32) = length x

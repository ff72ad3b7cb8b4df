-- An ascription that does not hold.
-- ==
-- error: error\[E12

entry main (x: i32) = (x : f32)

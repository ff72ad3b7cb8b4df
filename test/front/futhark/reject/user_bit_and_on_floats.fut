-- & is for integers.
-- ==
-- error: error\[E12

entry main (x: f32) (y: f32) = x & y

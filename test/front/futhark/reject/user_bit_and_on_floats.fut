-- & is for integers.
-- ==
-- error: E1201

entry main (x: f32) (y: f32) = x & y

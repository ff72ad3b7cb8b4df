-- An ascription that does not hold.
-- ==
-- error: E1201

entry main (x: i32) = (x : f32)

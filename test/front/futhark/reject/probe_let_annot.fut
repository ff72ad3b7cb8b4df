-- Let annot.
-- ==
-- error: E1201

entry main (x: i32) = let (y: f32) = x in y

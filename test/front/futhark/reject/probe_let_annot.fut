-- Let annot.
-- ==
-- error: error\[E12

entry main (x: i32) = let (y: f32) = x in y

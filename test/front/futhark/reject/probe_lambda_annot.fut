-- Lambda annot.
-- ==
-- error: E1201

entry main (x: f32) = (\(y: i32) -> y) x

-- Lambda annot.
-- ==
-- error: error\[E12

entry main (x: f32) = (\(y: i32) -> y) x

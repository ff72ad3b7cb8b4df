-- Sums and products.
-- ==
-- input { [1.5f32,2.5f32] } output { 4.0f32 3.75f32 }

entry main xs : (f32, f32) = (f32.sum xs, f32.product xs)

-- Bytes to integers.
-- ==
-- input { [1u8,2u8] } output { 3i32 [2i16,3i16] }

entry main (xs: []u8) = (i32.u8 (u8.sum xs), map (\x -> i16.u8 x + 1) xs)

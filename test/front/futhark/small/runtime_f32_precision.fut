-- Runtime f32 precision.
-- ==
-- input { 16777216.0f32 } output { 16777216.0f32 }

entry main (x: f32) = x + 1

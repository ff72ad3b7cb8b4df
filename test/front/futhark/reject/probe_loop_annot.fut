-- Loop annot.
-- ==
-- error: E1201

entry main (x: i32) = loop (y: f32) = x for i < 3i32 do y

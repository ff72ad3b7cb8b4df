-- A loop whose value changes its type.
-- ==
-- error: E1201

entry main (n: i32) = loop x = 0i32 for i < n do f32.i32 x

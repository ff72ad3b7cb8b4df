-- A float as the bound.
-- ==
-- error: E1201

entry main (n: f32) = loop x = 0 for i < n do x + 1

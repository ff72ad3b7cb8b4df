-- The module has no such member.
-- ==
-- error: error\[E11

entry main (x: f32) : f32 = f32.square x

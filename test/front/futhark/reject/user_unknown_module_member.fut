-- The module has no such member.
-- ==
-- error: E1105

entry main (x: f32) : f32 = f32.square x

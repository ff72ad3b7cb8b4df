-- The elements have no such field.
-- ==
-- error: E1203
entry main [n] (xs: *[n]{a: i32}): i32 = (xs with [0].b = 1)[0].a

-- What is in an array cannot change its size by an update.
-- ==
-- error: E1301
entry main [n] (xs: *[n]{a: [3]i32}): []i32 = (xs with [0].a = [1, 2])[0].a

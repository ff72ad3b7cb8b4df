-- The array before the function.
-- ==
-- error: E1201

entry main (xs: []i32) : []i32 = map xs (+ 1)

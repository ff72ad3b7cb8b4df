-- Two indices into one dimension.
-- ==
-- error: E1209

entry main (xs: []i32) : i32 = xs[0, 1]

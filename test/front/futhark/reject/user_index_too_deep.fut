-- Two indices into one dimension.
-- ==
-- error: error\[E12

entry main (xs: []i32) : i32 = xs[0, 1]

-- The bounds of a slice are i64.
-- ==
-- error: E1201

entry main (xs: []i32) (k: i32) : []i32 = xs[0:k]

-- An index that is no integer.
-- ==
-- error: E1201

entry main (xs: []i32) : i32 = xs[true]

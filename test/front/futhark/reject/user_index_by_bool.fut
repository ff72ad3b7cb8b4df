-- An index that is no integer.
-- ==
-- error: error\[E12

entry main (xs: []i32) : i32 = xs[true]

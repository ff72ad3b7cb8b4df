-- A function that does not exist.
-- ==
-- error: error\[E11

entry main (xs: []i32) : []i32 = sort xs

-- A function that does not exist.
-- ==
-- error: E1101

entry main (xs: []i32) : []i32 = sort xs

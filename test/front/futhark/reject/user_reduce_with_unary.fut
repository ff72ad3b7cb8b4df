-- An operator of one argument.
-- ==
-- error: E1201

entry main (xs: []i32) : i32 = reduce (\x -> x) 0 xs

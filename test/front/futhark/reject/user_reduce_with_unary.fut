-- An operator of one argument.
-- ==
-- error: error\[E12

entry main (xs: []i32) : i32 = reduce (\x -> x) 0 xs

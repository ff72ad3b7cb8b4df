-- Unzip scalar.
-- ==
-- error: error\[E12

entry main (xs: []i32) = unzip xs

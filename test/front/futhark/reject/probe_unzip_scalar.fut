-- Unzip scalar.
-- ==
-- error: E1201

entry main (xs: []i32) = unzip xs

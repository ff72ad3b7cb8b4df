-- The last argument is evaluated first.
-- ==
-- error: E1304
entry main (xs: []i32) = map2 (+) (filter (> 0) xs) (rep 1)

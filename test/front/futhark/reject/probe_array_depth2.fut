-- Array depth2.
-- ==
-- error: error\[E12

entry main (xs: []i32) = map (map (+ 1)) xs

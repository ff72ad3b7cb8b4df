-- Array depth2.
-- ==
-- error: E1201

entry main (xs: []i32) = map (map (+ 1)) xs

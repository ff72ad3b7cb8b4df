-- Array depth.
-- ==
-- error: E1201

entry main (xs: [][]i32) : []i32 = map (map (+ 1)) xs

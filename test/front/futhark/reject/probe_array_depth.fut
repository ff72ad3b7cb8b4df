-- Array depth.
-- ==
-- error: error\[E12

entry main (xs: [][]i32) : []i32 = map (map (+ 1)) xs

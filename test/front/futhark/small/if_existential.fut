-- If existential.
-- ==
-- input { true [1,2,3] } output { [1,2] }

entry main (b: bool) (xs: []i32) : []i32 = if b then take 2 xs else xs

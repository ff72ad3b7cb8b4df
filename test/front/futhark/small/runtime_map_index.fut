-- Runtime map index.
-- ==
-- input { [0i64,5i64] } error: E0402.*out of bounds

entry main (is: []i64) = map (\i -> ([1,2,3])[i]) is

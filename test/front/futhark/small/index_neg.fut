-- Index neg.
-- ==
-- input { [1,2] } error: E0402.*out of bounds

entry main (xs: []i32) = xs[-1]

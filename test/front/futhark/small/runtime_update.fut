-- Runtime update.
-- ==
-- input { [1,2] 2i64 } error: E0402.*out of bounds

entry main (xs: *[]i32) (i: i64) = xs with [i] = 1

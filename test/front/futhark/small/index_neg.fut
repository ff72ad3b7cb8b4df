-- Index neg.
-- ==
-- input { [1,2] } error: out of bounds

entry main (xs: []i32) = xs[-1]

-- Runtime hist oob.
-- ==
-- input { 2i64 } output { [1,0] }

entry main (k: i64) = hist (+) 0i32 k [0, 7, -3] [1, 2, 3]

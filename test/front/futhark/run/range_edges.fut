-- Ranges that are empty, have one element, or go the wrong way.
-- ==
-- entry: upto
-- input { 3 3 } output { empty([0]i32) }
-- input { 3 4 } output { [3] }
-- ==
-- entry: through
-- input { 3 3 } output { [3] }
-- input { 3 2 } error: E0412
-- ==
-- entry: step
-- input { 0 0 5 } error: E0412
-- input { 0 3 7 } output { [0, 3, 6] }
-- input { 5 3 0 } output { [5, 3, 1] }
-- ==
-- entry: lengths
-- input { 3i64 3i64 } output { 0i64 1i64 0i64 }
-- input { 3i64 5i64 } error: E0412.*Range 3..>5 is invalid
-- ==
-- entry: length_upto
-- input { 3i64 1i64 } error: E0412.*Range 3..<1 is invalid
-- input { -1i64 2i64 } output { 3i64 }
-- ==
-- entry: length_step
-- input { 1i64 1i64 1i64 } error: E0412.*invalid
-- input { 3i64 4i64 1i64 } error: E0412.*invalid
-- input { 3i64 2i64 4i64 } error: E0412.*invalid
-- input { 1i64 3i64 6i64 } output { 3i64 }
-- ==
-- entry: length_mapped
-- input { 3i64 1i64 } error: E0412.*invalid
-- input { 1i64 3i64 } output { 3i64 }
entry lengths (a: i64) (b: i64) = (length (a..<b), length (a...b), length (a..>b))
entry length_upto (a: i64) (b: i64) = length (a..<b)
entry length_step (a: i64) (b: i64) (c: i64) = length (a..b..<c)
entry length_mapped (a: i64) (b: i64) = 1 + length (map (+ 1) (a..<b))
entry upto (a: i32) (b: i32) = a..<b
entry through (a: i32) (b: i32) = a...b
entry step (a: i32) (b: i32) (c: i32) = a..b...c

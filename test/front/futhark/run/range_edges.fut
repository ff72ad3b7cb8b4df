-- Ranges that are empty, have one element, or go the wrong way.
-- ==
-- entry: upto
-- input { 3 3 } output { empty([0]i32) }
-- input { 3 4 } output { [3] }
-- ==
-- entry: through
-- input { 3 3 } output { [3] }
-- input { 3 2 } error:
-- ==
-- entry: step
-- input { 0 0 5 } error:
-- input { 0 3 7 } output { [0, 3, 6] }
-- input { 5 3 0 } output { [5, 3, 1] }
entry upto (a: i32) (b: i32) = a..<b
entry through (a: i32) (b: i32) = a...b
entry step (a: i32) (b: i32) (c: i32) = a..b...c

-- reverse and rotate in both directions, and by more than the length.
-- ==
-- entry: back
-- input { [1, 2, 3] } output { [3, 2, 1] }
-- input { empty([0]i32) } output { empty([0]i32) }
-- ==
-- entry: turn
-- input { 1i64 [1, 2, 3] } output { [2, 3, 1] }
-- input { -1i64 [1, 2, 3] } output { [3, 1, 2] }
-- input { 7i64 [1, 2, 3] } output { [2, 3, 1] }
-- input { -7i64 [1, 2, 3] } output { [3, 1, 2] }
-- input { 0i64 [1, 2, 3] } output { [1, 2, 3] }
-- input { 5i64 empty([0]i32) } output { empty([0]i32) }
entry back (xs: []i32) = reverse xs
entry turn (r: i64) (xs: []i32) = rotate r xs

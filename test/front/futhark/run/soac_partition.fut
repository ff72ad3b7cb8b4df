-- partition and partition2 keep the order within each part.
-- ==
-- entry: two
-- input { [5, 1, 4, 2, 3] } output { [1, 2] [5, 4, 3] }
-- input { empty([0]i32) } output { empty([0]i32) empty([0]i32) }
-- input { [1] } output { [1] empty([0]i32) }
-- ==
-- entry: three
-- input { [5, -1, 0, 4, 0, -2] } output { [-1, -2] [0, 0] [5, 4] }
-- input { [1, 2] } output { empty([0]i32) empty([0]i32) [1, 2] }
entry two (xs: []i32): ([]i32, []i32) = partition (< 3) xs
entry three (xs: []i32): ([]i32, []i32, []i32) = partition2 (< 0) (== 0) xs

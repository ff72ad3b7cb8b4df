-- filter keeps the order; its size is only known afterwards.
-- ==
-- entry: evens
-- input { [1, 2, 3, 4, 6] } output { [2, 4, 6] }
-- input { [1, 3] } output { empty([0]i32) }
-- input { empty([0]i32) } output { empty([0]i32) }
-- ==
-- entry: count
-- input { [1, 2, 3, 4, 6] } output { 3i64 }
entry evens (xs: []i32) = filter (\x -> x % 2 == 0) xs
entry count (xs: []i32) = length (filter (\x -> x % 2 == 0) xs)

-- Every shift, also far beyond the size and at the ends of i64; no division in the loop for near neighbours.
entry main [n] (r: i64) (xs: [n]i32) : [n]i32 = rotate r xs
entry neighbours [n] (xs: [n]i32) : [n]i32 = map3 (\a b c -> a + 10 * b + 100 * c) (rotate (-1) xs) xs (rotate 1 xs)
-- ==
-- entry: main
-- input { 2i64 [1, 2, 3, 4, 5] } output { [3, 4, 5, 1, 2] }
-- input { -2i64 [1, 2, 3, 4, 5] } output { [4, 5, 1, 2, 3] }
-- input { 5i64 [1, 2, 3, 4, 5] } output { [1, 2, 3, 4, 5] }
-- input { -13i64 [1, 2, 3, 4, 5] } output { [3, 4, 5, 1, 2] }
-- input { 9223372036854775807i64 [1, 2, 3, 4, 5] } output { [3, 4, 5, 1, 2] }
-- input { -9223372036854775808i64 [1, 2, 3, 4, 5] } output { [3, 4, 5, 1, 2] }
-- input { 1i64 [7] } output { [7] }
-- input { 3i64 empty([0]i32) } output { empty([0]i32) }
-- ==
-- entry: neighbours
-- input { [1, 2, 3] } output { [213, 321, 132] }
-- input { [1, 2] } output { [212, 121] }
-- input { [4] } output { [444] }
-- input { empty([0]i32) } output { empty([0]i32) }

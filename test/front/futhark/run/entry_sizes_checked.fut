-- The sizes of arguments are checked whether or not their elements are used.
-- ==
-- entry: count
-- input { 2i64 [1, 2, 3] } output { 3i64 }
-- input { 5i64 [1, 2, 3] } error: E0404.*must have shape
-- ==
-- entry: unused
-- input { 2i64 [1, 2, 3] } output { 2i64 }
-- input { 5i64 [1, 2, 3] } error: E0404.*must have shape
-- ==
-- entry: constant
-- input { 2i64 [1, 2, 3] } output { true }
-- input { 1i64 [1, 2, 3] } error: E0404.*must have shape
-- ==
-- entry: whole
-- input { 2i64 [1, 2, 3] [7] } output { [7] }
-- input { 1i64 [1, 2, 3] [7] } error: E0404.*must have shape
-- ==
-- entry: product
-- input { 3i64 1i64 [1, 2, 3] } output { 3i64 }
-- input { -3i64 -1i64 [1, 2, 3] } error: E0404.*.
-- input { 4294967296i64 4294967296i64 empty([0]i32) } error: E0412.*.
entry count (n: i64) (xs: [n + 1]i32) = length xs
entry unused (n: i64) (xs: [n + 1]i32) = n
entry constant (n: i64) (_: [n + 1]i32) = true
entry whole (n: i64) (_: [n + 1]i32) (ys: []i32) = ys
entry product (n: i64) (m: i64) (xs: [n * m]i32) = length (unflatten xs)

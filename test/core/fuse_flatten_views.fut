-- A par over a flattened view becomes a nest: the view is read in its place, and what it views may be fused.
entry sliced [n][m] (xss: [n][m]i32): i32 = i32.sum (flatten (map (\xs -> xs[1:]) xss[1:]))
entry made [n][m] (xss: [n][m]i64): i64 = i64.sum (flatten (transpose (map (map (\x -> x * x + 1)) xss)))
entry doubled [n][m] (xss: [n][m]i32): []i32 = map (* 2) (flatten (xss[1:, :m - 1]))
-- A transposed argument is copied block by block: to read its columns takes longer.
entry kept [n][m] (xss: [n][m]i32): i32 = reduce (\a b -> if a == 0 then b else a) 0 (flatten (transpose xss))
-- ==
-- entry: sliced
-- input { [[1, 2, 3], [4, 5, 6], [7, 8, 9]] } output { 28 }
-- input { [[1, 2, 3]] } output { 0 }
-- input { [[1], [2]] } output { 0 }
-- ==
-- entry: made
-- input { [[1i64, 2i64, 3i64], [4i64, 5i64, 6i64]] } output { 97i64 }
-- input { empty([0][2]i64) } output { 0i64 }
-- input { empty([2][0]i64) } output { 0i64 }
-- ==
-- entry: doubled
-- input { [[1, 2, 3], [4, 5, 6], [7, 8, 9]] } output { [8, 10, 14, 16] }
-- input { [[1, 2, 3]] } output { empty([0]i32) }
-- ==
-- entry: kept
-- input { [[0, 2], [3, 4]] } output { 3 }
-- ==
-- structure c { alloc 2, copies 1 }

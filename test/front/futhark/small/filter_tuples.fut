-- Filter tuples.
-- ==
-- input { [1,2,3] [4,5,6] } output { [2,3] [5,6] }

entry main [n] (a: [n]i32) (b: [n]i32) : ([]i32, []i32) = unzip (filter (\(x, _) -> x > 1) (zip a b))

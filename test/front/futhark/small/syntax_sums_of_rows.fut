-- Sums of rows.
-- ==
-- input { [[1,2,3],[4,5,6]] } output { [[1,4],[2,5],[3,6]] 21 }

let main [n][m] (a: [n][m]i32): ([m][n]i32, i32) = (transpose a, reduce (+) 0 (map (reduce (+) 0) a))

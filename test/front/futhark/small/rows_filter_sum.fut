-- Rows filter sum.
-- ==
-- input { [[1,-1],[2,3]] } output { [1,5] }

entry main (a: [][]i32) = map (\r -> filter (> 0) r |> i32.sum) a

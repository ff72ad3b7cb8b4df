-- Transposes.
-- ==
-- input { [[[1,2]],[[3,4]]] } output { [[[1,3]],[[2,4]]] }

entry main [a][b][c] (x: [a][b][c]i32) : [c][b][a]i32 = map transpose (transpose (map transpose x)) |> id

-- Map take.
-- ==
-- input { [[1,2,3],[4,5,6]] } output { [[1,2],[4,5]] }

entry main [n] (a: [n][3]i32) : [n][2]i32 = map (take 2) a

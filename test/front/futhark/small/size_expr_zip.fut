-- Size expr zip.
-- ==
-- input { [1,2,3] } output { [2,4,6,8] }

entry main [n] (a: [n]i32) : [n+1]i32 = map2 (+) (a ++ [4]) (a ++ [4])

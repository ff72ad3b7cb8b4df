-- Size expr call.
-- ==
-- input { [1,2] [3,4,5] } output { [1,2,3,4,5] 5i64 }

def cat [n][m] (a: [n]i32) (b: [m]i32) : [n+m]i32 = a ++ b
entry main [n][m] (a: [n]i32) (b: [m]i32) = let c = cat a b in (c, length c)

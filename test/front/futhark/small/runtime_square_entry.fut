-- Runtime square entry.
-- ==
-- input { [[1,2,3]] } error: .

entry main [n] (a: [n][n]i32) = a[0,0]

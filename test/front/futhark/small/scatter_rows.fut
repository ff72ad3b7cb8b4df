-- Scatter rows.
-- ==
-- input { [[1,2],[3,4]] } output { [[3,4],[1,2]] }

entry main [n][m] (a: [n][m]i32) : [n][m]i32 = scatter (copy a) [0i64,1] [copy a[1], copy a[0]]

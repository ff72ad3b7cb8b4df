-- A number for each row beside a scan of it.
-- ==
-- entry: two
-- input { 2i64 3i64 } output { [7i64, 8i64] [[0i64, 1i64, 3i64], [1i64, 3i64, 6i64]] }
-- input { 1i64 1i64 } output { [7i64] [[0i64]] }
-- input { 2i64 0i64 } output { [7i64, 8i64] empty([2][0]i64) }
entry two (n: i64) (m: i64) = unzip (map (\i -> (i + 7, scan (+) 0 (map (+ i) (iota m)))) (iota n))

-- Rounds of a map and a scan over each row.
-- ==
-- nobench input { [[1f32, 0.5f32], [0f32, 0f32]] } output { [[0.16355345f32, 0.40568376f32], [0f32, 0f32]] }
-- random input { [65536][32]f32 }
-- random input { [1024][1024]f32 }
def rounds : i64 = 8
def round [n] (xs: [n]f32) : [n]f32 = scan (+) 0 (map (\x -> (x - x * x) / f32.i64 n) xs)
entry main [q][n] (xs: [q][n]f32) : [q][n]f32 = map (\row -> loop row = copy row for _k < rounds do map2 (\a b -> 0.5 * a + b) row (round row)) xs

-- Which kernel goes through rows: by how their elements lie in memory, and by what is accumulated.
-- ==
-- entry: sums
-- structure cuda { kernel:seg_reduce 2, kernel:rows 2, kernel:columns 1, kernel:rows_keep 1, kernel:seg_keep 1,
--   kernel:seg_scan 1, kernel:column_scan 1, kernel:walk 2, not kernel:single }
-- input { [[1.0f32, 2.0f32, 3.0f32], [4.0f32, 5.0f32, 6.0f32]] } output { [6.0f32, 15.0f32] }
-- input { empty([0][3]f32) } output { empty([0]f32) }
-- ==
-- entry: prefixes
-- input { [[1.0f32, 2.0f32, 3.0f32], [4.0f32, 5.0f32, 6.0f32]] }
-- output { [[1.0f32, 3.0f32, 6.0f32], [4.0f32, 9.0f32, 15.0f32]] }
-- ==
-- entry: column_prefixes
-- input { [[1.0f32, 2.0f32, 3.0f32], [4.0f32, 5.0f32, 6.0f32]] }
-- output { [[1.0f32, 5.0f32], [2.0f32, 7.0f32], [3.0f32, 9.0f32]] }
-- ==
-- entry: column_sums
-- input { [[1.0f32, 2.0f32, 3.0f32], [4.0f32, 5.0f32, 6.0f32]] } output { [5.0f32, 7.0f32, 9.0f32] }
-- input { empty([0][2]f32) } output { [0.0f32, 0.0f32] }
-- ==
-- entry: long_sums
-- input { [3i64]
--   [[1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64, 1i64,
--     2i64, 2i64, 2i64, 2i64, 2i64, 2i64, 2i64, 2i64, 2i64, 2i64, 2i64, 2i64, 2i64, 2i64, 2i64, 2i64]] } output { [144i64] }
-- ==
-- entry: medians
-- input { [[1i64, 5i64, 3i64], [4i64, 2i64, 9i64]] } output { [2i64, 2i64] [3i64, 9i64] }
-- ==
-- entry: triangle
-- input { [3i64, 0i64, 1i64, 4i64] } output { [9i64, 0i64, 0i64, 24i64] }
-- ==
-- entry: wide
-- input { [[1.0, 2.0], [3.0, 4.0]] } output { [3.0, 7.0] [2.0, 12.0] [1.0, 3.0] [2.0, 4.0] [5.0, 25.0] }

entry sums [n][m] (xs: [n][m]f32): [n]f32 = map f32.sum xs

entry column_sums [n][m] (xs: [n][m]f32): [m]f32 = map f32.sum (transpose xs)

-- Rows of a length that is known are shared, or not, without a question.
entry long_sums [n] (ks: [n]i64) (xs: [n][32]i64): [n]i64 = map2 (\k row -> i64.sum (map (* k) row)) ks xs

-- What is kept beside is counted by a kernel that is chosen.
entry medians [n][m] (xss: [n][m]i64): ([n]i64, [n]i64) =
  unzip (map (\xs -> let kept = filter (> 2) xs in (length kept, kept[length kept / 2])) xss)

entry prefixes [n][m] (xs: [n][m]f32): [n][m]f32 = map (scan (+) 0) xs

entry column_prefixes [n][m] (xs: [n][m]f32): [m][n]f32 = map (scan (+) 0) (transpose xs)

-- Nothing is read but the length of the row.
entry triangle [n] (ns: [n]i64): [n]i64 = map (\k -> i64.sum (map (* k) (iota k))) ns

-- Five sums of eight bytes each do not fit into fast memory.
entry wide [n][m] (xs: [n][m]f64): ([n]f64, [n]f64, [n]f64, [n]f64, [n]f64) =
  unzip5 (map (\r ->
                 reduce (\(a, b, c, d, e) (a', b', c', d', e') ->
                           (a + a', b * b', f64.min c c', f64.max d d', e + e'))
                        (0, 1, f64.inf, -f64.inf, 0)
                        (map (\x -> (x, x, x, x, x * x)) r))
              xs)

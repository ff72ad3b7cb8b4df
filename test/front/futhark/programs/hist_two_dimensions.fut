-- Histograms in two and three dimensions, and scatters.
-- ==
-- entry: joint
-- input { [0i64, 0i64, 2i64, 5i64, 1i64] [1i64, 1i64, 3i64, 0i64, -1i64] }
-- output { [[0i32, 2i32, 0i32, 0i32], [0i32, 0i32, 0i32, 0i32], [0i32, 0i32, 0i32, 1i32]] }

-- ==
-- entry: cube
-- input { [1i64, 7i64, 7i64, 4i64] }
-- output { [[[0i32, 1i32], [0i32, 0i32]], [[4i32, 0i32], [0i32, 14i32]]] }

-- ==
-- entry: best
-- input { [0i64, 1i64, 0i64, 3i64, 1i64] [1.0f32, 5.0f32, 2.0f32, 7.0f32, 5.0f32] }
-- output { [2.0f32, 5.0f32, -f32.inf, 7.0f32] [2i64, 1i64, -1i64, 3i64] }

-- ==
-- entry: diagonal
-- input { 3i64 }
-- output { [[1i32, 0i32, 0i32], [0i32, 2i32, 0i32], [0i32, 0i32, 3i32]] }

-- ==
-- entry: voxels
-- input { 5i64 }
-- output { [[[0u8, 4u8], [2u8, 0u8]], [[1u8, 0u8], [3u8, 0u8]]] }

-- ==
-- entry: spreading
-- input { [4i64, 0i64, 9i64] [1i32, 2i32, 3i32] }
-- output { [2i32, -1i32, -1i32, -1i32, 1i32] }

entry joint [n] (xs: [n]i64) (ys: [n]i64): [3][4]i32 =
  reduce_by_index_2d (replicate 3 (replicate 4 0)) (+) 0 (zip xs ys) (replicate n 1)

entry cube [n] (xs: [n]i64): [2][2][2]i32 =
  reduce_by_index_3d (tabulate_3d 2 2 2 (\_ _ _ -> 0)) (+) 0
                     (map (\x -> (x / 4, x / 2 % 2, x % 2)) xs) (map i32.i64 xs)

entry best [n] (bins: [n]i64) (scores: [n]f32): ([4]f32, [4]i64) =
  let op (a, i) (b, j) = if a > b || (a == b && i < j) then (a, i) else (b, j)
  in unzip (hist op (f32.lowest, -1) 4 bins (zip scores (iota n)))

entry diagonal (n: i64): [n][n]i32 =
  scatter_2d (replicate n (replicate n 0)) (map (\i -> (i, i)) (iota n)) (map i32.i64 (1...n))

entry voxels (n: i64): [2][2][2]u8 =
  scatter_3d (replicate 2 (replicate 2 (replicate 2 0u8)))
             (map (\i -> (i % 2, i / 2 % 2, i / 4)) (iota n)) (map u8.i64 (iota n))

entry spreading [n] (is: [n]i64) (xs: [n]i32): [5]i32 = spread 5 (-1) is xs

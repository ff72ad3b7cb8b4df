-- Neutral elements and operators that are made of what a point of a map around knows.
-- ==
-- entry: sums
-- input { [1i64, 5i64, 2i64] [4i64, 1i64, 6i64, 3i64] } output { [15i64, 19i64, 16i64] }
-- ==
-- entry: greatest
-- input { [1i64, 5i64, 2i64] [4i64, 1i64, 6i64, 3i64] } output { [6i64, 6i64, 6i64] }
-- ==
-- entry: shifted
-- input { [1i64, 5i64, 2i64] [4i64, 1i64, 6i64, 3i64] } output { [11i64, -1i64, 8i64] }
-- ==
-- entry: shifted_any_order
-- input { [1i64, 5i64, 2i64] [4i64, 1i64, 6i64, 3i64] } output { [11i64, -1i64, 8i64] }
-- ==
-- entry: prefixes
-- input { [1i64, 5i64, 2i64] [4i64, 1i64, 6i64, 3i64] } output { [[4i64, 4i64, 9i64, 11i64], [4i64, 0i64, 1i64, -1i64], [4i64, 3i64, 7i64, 8i64]] }
-- ==
-- entry: prefix_sums
-- input { [1i64, 5i64, 2i64] [4i64, 1i64, 6i64, 3i64] } output { [[5i64, 6i64, 12i64, 15i64], [9i64, 10i64, 16i64, 19i64], [6i64, 7i64, 13i64, 16i64]] }
-- ==
-- entry: floats
-- input { [1i64, 5i64, 2i64] [4i64, 1i64, 6i64, 3i64] } output { [11i64, -1i64, 8i64] }
-- ==
-- entry: two_out
-- input { [1i64, 5i64, 2i64] [4i64, 1i64, 6i64, 3i64] } output { [[53i64, 11i64, 81i64, 39i64], [41i64, -1i64, 69i64, 27i64], [50i64, 8i64, 78i64, 36i64]] }
-- ==
-- entry: own_rows
-- input { [1i64, 5i64, 2i64] [[4i64, 1i64], [6i64, 3i64], [2i64, 8i64]] } output { [4i64, 4i64, 8i64] }
-- ==
-- entry: row_and_column
-- input { [1i64, 5i64, 2i64] [[4i64, 1i64], [6i64, 3i64], [2i64, 8i64]] } output { [[30i64, 24i64], [26i64, 20i64], [34i64, 28i64]] }
-- ==
-- entry: pairs
-- input { [1i64, 5i64, 2i64] [4i64, 1i64, 6i64, 3i64] } output { [11i64, -1i64, 8i64] [1i64, 1i64, 1i64] }
-- ==
-- entry: rows
-- input { [1i64, 5i64, 2i64] [[4i64, 1i64], [6i64, 3i64], [2i64, 8i64]] } output { [[10i64, 10i64], [2i64, 2i64], [8i64, 8i64]] }
-- ==
-- entry: bins
-- input { [1i64, 5i64, 2i64] [4i64, 1i64, 6i64, 3i64] } output { [[8i64, 4i64, 1i64], [4i64, 0i64, 5i64], [7i64, 3i64, 2i64]] }
-- ==
-- entry: filtered
-- input { [1i64, 5i64, 2i64] [4i64, 1i64, 6i64, 3i64] } output { [11i64, 6i64, 9i64] }
-- ==
-- entry: by_branch
-- input { [1i64, 5i64, 2i64] [4i64, 1i64, 6i64, 3i64] } output { [-10i64, -16i64, -13i64] }
-- ==
-- entry: by_loop
-- input { [1i64, 5i64, 2i64] [4i64, 1i64, 6i64, 3i64] } output { [34i64, 2i64, 26i64] }

entry sums (xs: []i64) (ys: []i64) = map (\x -> reduce (+) x ys) xs

entry greatest (xs: []i64) (ys: []i64) = map (\x -> reduce i64.max x ys) xs

entry shifted (xs: []i64) (ys: []i64) = map (\x -> reduce (\a b -> a + b - x) x ys) xs

entry shifted_any_order (xs: []i64) (ys: []i64) = map (\x -> reduce_comm (\a b -> a + b - x) x ys) xs

entry prefixes [n] (xs: []i64) (ys: [n]i64) = map (\x -> scan (\a b -> a + b - x) x ys) xs

entry prefix_sums [n] (xs: []i64) (ys: [n]i64) = map (\x -> scan (+) x ys) xs

entry floats (xs: []i64) (ys: []i64) =
  map (\x -> let d = f32.i64 x in i64.f32 (reduce (\a b -> a + b - d) d (map f32.i64 ys))) xs

entry two_out (xs: []i64) (ys: []i64) = map (\x -> map (\y -> reduce (\a b -> a + b - x) x (map (* y) ys)) ys) xs

entry own_rows [n] (xs: [n]i64) (yss: [n][]i64) = map2 (\x ys -> reduce (\a b -> a + b - x) x ys) xs yss

entry row_and_column [n][m] (xs: [n]i64) (yss: [n][m]i64) =
  map (\ys -> map (\column -> reduce (\a b -> a + b - ys[0]) ys[0] (map2 (*) column xs)) (transpose yss)) yss

entry pairs (xs: []i64) (ys: []i64) =
  unzip (map (\x -> reduce (\(a, b) (c, d) -> (a + c - x, i64.min b d)) (x, i64.highest) (zip ys ys)) xs)

entry rows [n][m] (xs: []i64) (yss: [n][m]i64) =
  map (\x -> reduce (map2 (\a b -> a + b - x)) (replicate m x) yss) xs

entry bins (xs: []i64) (ys: []i64) =
  map (\x -> reduce_by_index (replicate 3 x) (\a b -> a + b - x) x (map (% 3) ys) ys) xs

entry filtered (xs: []i64) (ys: []i64) = map (\x -> reduce (\a b -> a + b - x) x (filter (> x) ys)) xs

entry by_branch (xs: []i64) (ys: []i64) =
  map (\x -> let s = if x > 2 then x * 2 else x + 7 in reduce (\a b -> a + b - s) s ys) xs

entry by_loop (xs: []i64) (ys: []i64) =
  map (\x -> loop t = x for i < 3 do t + reduce (\a b -> a + b - i * x) (i * x) ys) xs

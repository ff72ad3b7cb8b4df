-- Sizes that are expressions, and local functions at several sizes.
-- ==
-- entry: u1
-- input { [1,2,3] } output { [4i32, 6i32] }
-- ==
-- entry: u2
-- input { [1,2,3] } output { [2i32, 4i32] }
-- ==
-- entry: u3
-- input { [1,2,3] } output { [[2i32, 3i32], [2i32, 3i32]] }
-- ==
-- entry: u4
-- input { [1,2,3] } output { [[1i32, 2i32], [2i32, 3i32]] }
-- ==
-- entry: u5
-- input { [1] [2] } output { [1i32, 2i32] [2i32, 1i32] }
-- ==
-- entry: u6
-- input { [[1],[2]] } output { [1i32, 2i32] [2i32, 4i32] }
-- ==
-- entry: u7
-- input { [1,2] } output { [2i32, 1i32] [2i32, 1i32] }
-- ==
-- entry: u8
-- input { 2i64 } output { [0i64, 1i64] [0i64, 1i64] }
-- ==
-- entry: u9
-- input { 2i64 } output { [0i64, 1i64] [0i64, 1i64] }
-- ==
-- entry: u10
-- input { 2i64 } output { [0i64, 1i64, 2i64] [0i64, 1i64, 2i64] }
-- ==
-- entry: u11
-- input { [1,2] } output { [2i32] }
-- ==
-- entry: u12
-- input {  } output { 2.0f64 }
-- ==
-- entry: u13
-- input { [1,2] } output { [5i32, 7i32] }
-- ==
-- entry: u14
-- input { 3i64 } output { 3i32 }
-- ==
-- entry: u15
-- input { [1,2] } output { [3i32, 6i32] }
-- ==
-- entry: u16
-- input { [3f32,4f32] } output { [0.6f32, 0.8f32] }
-- ==
-- entry: u17
-- input { [1f32] } output { 3.0f32 }
-- ==
-- entry: u18
-- input { [[1f32,2f32],[3f32,4f32]] } output { [[37.0f32, 54.0f32], [81.0f32, 118.0f32]] }
-- ==
-- entry: u19
-- input { 3i64 } output { 3.0f32 }
-- ==
-- entry: u20
-- input { [1,2] } output { [1i32, 3i32] }
entry u1 [n] (xs: [n]i32) = map2 (+) (tail xs) xs[1:]
entry u2 [n] (xs: [n]i32): [n - 1]i32 = map2 (+) (init xs) xs[:n - 1]
entry u3 [n] (xs: [n]i32) = map (drop 1) [xs, xs]
entry u4 [n] (xs: [n]i32) = map (\i -> take 2 (drop i xs)) (iota (n - 1))
entry u5 [n] (xs: [n]i32) (ys: [n]i32) = zip (xs ++ ys) (ys ++ xs)
entry u6 [n][m] (xss: [n][m]i32) = zip (flatten xss) (flatten (map (map (* 2)) xss))
entry u7 [n] (xs: [n]i32) = (reverse xs, rotate 1 xs) |> uncurry zip
entry u8 (n: i64) = let f k = iota k in zip (f n) (f n)
entry u9 (n: i64) = let f (k: i64) = iota k in zip (f n) (f n)
entry u10 (n: i64) = let g (k: i64) = k + 1 in zip (iota (g n)) (iota (g n))
entry u11 [n] (xs: [n]i32) = let m = n - 1 in xs[:m] |> map (+1)
entry u12 = f64.sum [1, 2, 3] / f64.i64 (length [1, 2, 3])
entry u13 [n] (xs: [n]i32) = map (\x -> map (\y -> x + y) xs) xs |> map i32.sum
entry u14 (k: i64) = let xs = replicate k 1 in let ys = scan (+) 0 xs in ys[k - 1]
entry u15 [n] (xs: [n]i32) = let go ys = map2 (+) ys xs in go (go xs)
entry u16 [n] (xs: [n]f32) = let norm v = f32.sqrt (f32.sum (map2 (*) v v)) in map (/ norm xs) xs
entry u17 [n] (xs: [n]f32) = let dot a b = f32.sum (map2 (*) a b) in dot xs xs + dot [1] [2]
entry u18 [n] (a: [n][n]f32) = let mm x y = map (\r -> map (\c -> f32.sum (map2 (*) r c)) (transpose y)) x in mm a (mm a a)
entry u19 (n: i64) = let idm = tabulate_2d n n (\i j -> f32.bool (i == j)) in f32.sum (flatten idm)
entry u20 [n] (xs: [n]i32) = if n == 0 then [0] else let ys = scan (+) 0 xs in ys

-- Loops and maps that consume what they are given, and so need no more memory than C.
entry rows_tabulated [n][m] (k: i64) (xs: *[n][m]i32): [n][m]i32 =
  loop xs for q < k do tabulate_2d n m (\i j -> xs[i, j] * 3 + i32.i64 (q + i - j))
entry rows_mapped [n][m] (k: i64) (xs: *[n][m]i32): [n][m]i32 =
  loop xs for q < k do map (map (\x -> x * 3 + i32.i64 q)) xs
entry once [n][m] (xs: *[n][m]i32): [n][m]i32 = map (map (* 3)) xs
entry deep [n][m][l] (xs: *[n][m][l]i32): [n][m][l]i32 = map (map (map (\x -> x * x + 1))) xs
entry normalised [n][m] (xs: *[n][m]i32): [n][m]i32 =
  map (\row -> let s = reduce (+) 0 row in map (\x -> x * 2 - s) row) xs
entry neighbours [n] (k: i64) (xs: *[n]i32): [n]i32 =
  loop xs for _q < k do map2 (+) xs (rotate 1 xs)
entry pair [n] (k: i64) (xs: *[n]i32) (ys: *[n]i32): ([n]i32, [n]i32) =
  loop (a, b) = (xs, ys) for _q < k do (map2 (\x y -> x * 2 + y) b a, a)
entry wave [n][m] (k: i64) (xs: *[n][m]i32) (ys: *[n][m]i32): ([n][m]i32, [n][m]i32) =
  loop (cur, prev) = (xs, ys) for _q < k do
    (tabulate_2d n m (\i j -> cur[i, (j + 1) % m] + cur[(i + 1) % n, j] - prev[i, j]), cur)
entry three [n] (k: i64) (xs: *[n]i32) (ys: *[n]i32): ([n]i32, [n]i32) =
  loop (a, b) = (xs, ys) for _q < k do (map2 (+) (rotate 1 a) (rotate 2 b), a)
entry nested [n] (k: i64) (xs: *[n]i32): [n]i32 =
  loop xs for q < k do
    loop xs for r < 3 do map2 (\x y -> x + 2 * y + i32.i64 (q * r)) xs (reverse xs)
entry after [n] (k: i64) (xs: *[n]i32): [n]i32 =
  let ys = loop xs for _q < k do map2 (-) xs (rotate 1 xs)
  let zs = loop ys for _q < k do map2 (+) ys (rotate (-1) ys)
  in map (+ 1) zs
-- What is read of other points must not be overwritten.
entry transposed [n] (k: i64) (xs: *[n][n]i32): [n][n]i32 =
  loop xs for _q < k do map2 (map2 (\x y -> x + 2 * y)) xs (transpose xs)
entry first_row [n][m] (xs: *[n][m]i32): [n][m]i32 =
  map (\row -> map2 (+) row xs[0]) xs
entry swapped [n] (k: i64) (xs: *[n]i32) (ys: *[n]i32): ([n]i32, [n]i32) =
  loop (a, b) = (xs, ys) for q < k do
    let c = map2 (\x y -> x + y * i32.i64 q) a b
    in if q % 2 == 0 then (b, c) else (c, a)
-- ==
-- entry: rows_tabulated rows_mapped
-- input { 2i64 [[1, 2], [3, 4]] }
-- input { 0i64 [[1, 2], [3, 4]] } output { [[1, 2], [3, 4]] }
-- random input { 3i64 [40][50]i32 }
-- random input { 3i64 [3][4000]i32 }
-- random input { 1i64 [3000][1]i32 }
-- ==
-- entry: once normalised first_row
-- input { [[1, 2], [3, 4]] }
-- input { empty([0][2]i32) }
-- random input { [40][50]i32 }
-- random input { [3][4000]i32 }
-- ==
-- entry: deep
-- random input { [4][5][6]i32 }
-- random input { [2][3][1000]i32 }
-- ==
-- entry: neighbours nested after
-- input { 0i64 [1, 2, 3] }
-- input { 1i64 [1, 2, 3] }
-- input { 3i64 empty([0]i32) }
-- random input { 4i64 [5000]i32 }
-- ==
-- entry: pair three swapped
-- input { 0i64 [1, 2] [3, 4] }
-- input { 3i64 [1, 2, 5] [3, 4, 6] }
-- random input { 5i64 [5000]i32 [5000]i32 }
-- random input { 4i64 [3000]i32 [3000]i32 }
-- ==
-- entry: wave
-- random input { 3i64 [40][50]i32 [40][50]i32 }
-- random input { 4i64 [3][2000]i32 [3][2000]i32 }
-- ==
-- entry: transposed
-- random input { 3i64 [40][40]i32 }

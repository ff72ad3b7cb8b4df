-- An array that only one arm of a branch makes anew in a round: its block and the one before take turns.
-- ==
-- structure cuda { kernel:block 2, not kernel:single }

-- ==
-- entry: steps
-- input { [[3, 9, 1], [1, 0, 2], [40, 50, 60]] } output { [[0, 4, 1], [1, 0, 2], [8, 8, 9]] }
-- input { empty([0][2]i32) } output { empty([0][2]i32) }
-- input { empty([1][0]i32) } output { empty([1][0]i32) }
entry steps [n] [m] (xs: [n][m]i32) : [n][m]i32 =
  map (\row -> loop a = copy row for i < m do
    if i32.sum a > 6 then map (\j -> a[m - 1 - j] / 2 + i32.i64 (i * j)) (iota m) else a) xs

-- In loops in loops, by one of several arms.
-- ==
-- entry: sweeps
-- input { 2i32 [[3, 9, 1, 4], [1, 0, 2, -7]] } output { [[-1, 5, -3, 0], [1, 0, 2, -7]] }
-- input { 0i32 [[3]] } output { [[3]] }
entry sweeps [n] [m] (k: i32) (xs: [n][m]i32) : [n][m]i32 =
  map (\row -> loop a = copy row for s < k do
    loop a for p < m do
      loop a for q < m do
        if q <= p then a
        else if i32.sum a % 2 == 0 then map (\j -> if j == p then a[q] else if j == q then a[p] else a[j]) (iota m)
        else if a[p] > a[q] then map (\j -> a[(j + 1) % m] - s) (iota m)
        else a) xs

-- Two of them that change places have no such turns: a thread has each point.
-- ==
-- entry: pairs
-- input { [[3, 9, 1], [1, 0, 2]] } output { [[4, 4, 4], [3, 1, 2]] [[1, 7, -1], [3, -1, 1]] }
entry pairs [n] [m] (xs: [n][m]i32) : ([n][m]i32, [n][m]i32) =
  unzip (map (\row -> loop (a, b) = (copy row, replicate m 1) for i < 3i32 do
    if i32.sum a > i32.sum b + i
    then (b, map2 (+) a b)
    else (map (+ i) a, map2 (\x y -> x - y) b (rotate 1 a))) xs)

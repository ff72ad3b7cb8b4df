-- A reduction over a few points is taken apart inside of a par; the loop around it has only scalars.
def clamp (n: i64) (i: i64) = i64.max 0 (i64.min (n - 1) i)

entry window [n] (xs: [n]i32): [n]i32 =
  tabulate n (\i -> i32.sum (map (\k -> xs[clamp n (i + k / 2 - 2)] * i32.i64 (k + 1)) (iota 9)))
-- ==
-- entry: window
-- input { [1, 10, 100, 1000] } output { [1071i32, 10620i32, 25173i32, 35730i32] }
-- input { empty([0]i32) } output { empty([0]i32) }

-- A window inside of a window, of one point, and of pairs.
entry box [n][m] (a: [n][m]i32): [n][m]i32 =
  tabulate_2d n m (\i j -> i32.sum (map (\d -> i32.maximum (map (\e -> a[clamp n (i + d - 1), clamp m (j + e - 1)]) (iota 3))) (iota 3)))
-- ==
-- entry: box
-- input { [[1, 2, 3], [4, 5, 6], [9, 8, 7]] } output { [[9i32, 12i32, 12i32], [16i32, 18i32, 17i32], [23i32, 24i32, 22i32]] }

entry one [n] (xs: [n]f32): [n]f32 = map (\x -> reduce f32.min f32.inf (map (\k -> x + f32.i64 k) (iota 1))) xs
-- ==
-- entry: one
-- input { [1f32, f32.nan, -f32.inf] } output { [1f32, f32.inf, -f32.inf] }

entry nearest [n] (xs: [n]i64): ([n]i64, [n]i64) =
  let centres = [10i64, 0, 7, 3]
  let least (a, i) (b, j) = if a < b || (a == b && i < j) then (a, i) else (b, j)
  in unzip (map (\x -> reduce least (i64.highest, -1) (map (\k -> (i64.abs (x - centres[k]), k)) (iota 4))) xs)
-- ==
-- entry: nearest
-- input { [1i64, 5, 9, 100, -4] } output { [1i64, 2, 1, 90, 4] [1i64, 2, 0, 0, 1] }

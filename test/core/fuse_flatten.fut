-- A par over a flattened nest becomes a nest and fuses with what made it.
entry total [n][m] (xss: [n][m]i32): i32 = reduce (+) 0 (flatten (map (map (+ 1)) xss))
entry mapped [n][m] (xss: [n][m]i32): []i32 = map (* 2) (flatten (map (map (\x -> x * x)) xss))
entry numbered [n][m] (xss: [n][m]i32) (ys: [n * m]i32): i64 =
  let zs = flatten (map (map (+ 1)) xss)
  in i64.sum (map3 (\i z y -> i * i64.i32 (z - y)) (iota (n * m)) zs ys)
-- The mean needs the squares twice, in two passes.
entry deviation [n][m] (xss: [n][m]f32): f32 =
  let squares = flatten (map (map (\x -> x * x)) xss)
  let mean = f32.sum squares / f32.i64 (n * m)
  in f32.sum (map (\x -> (x - mean) ** 2) squares)
-- A scan stays flat, and what it reads too.
entry scanned [n][m] (xss: [n][m]i32): []i32 =
  scan (+) 0 (map (\x -> x ** 3) (flatten (map (map (\x -> x ** 2)) xss)))
-- What another par makes at the same index keeps the consumer flat.
entry flat [n][m] (xss: [n][m]i32) (ys: [n * m]i32): ([]i32, [n * m]i32) =
  let zs = map (\y -> y ** 3) ys
  in (map2 (+) (flatten (map (map (+ 1)) xss)) zs, zs)
-- So do numbers: at each point the sum of a small square of neighbours, which are found by an index that is made first.
entry squares [n] (ws: [3][2]i32) (xss: [n][n]i32): [n][n]i32 =
  tabulate_2d n n (\i j -> i32.sum (flatten (tabulate_2d 3 2 (\p q ->
    ws[p, q] * xss[i64.min (n - 1) (i + p), i64.min (n - 1) (j + q)]))))
-- ==
-- entry: squares
-- input { [[1, 10], [100, 1000], [10000, 100000]] [[1, 2], [3, 4]] }
-- output { [[434321, 444422], [434343, 444444]] }
-- input { [[1, 10], [100, 1000], [10000, 100000]] [[5]] } output { [[555555]] }
-- input { [[1, 10], [100, 1000], [10000, 100000]] empty([0][0]i32) } output { empty([0][0]i32) }
-- ==
-- entry: total
-- input { [[1, 2, 3], [4, 5, 6]] } output { 27 }
-- input { empty([0][3]i32) } output { 0 }
-- input { empty([3][0]i32) } output { 0 }
-- ==
-- entry: mapped
-- input { [[1, 2], [3, 4]] } output { [2, 8, 18, 32] }
-- input { empty([0][3]i32) } output { empty([0]i32) }
-- ==
-- entry: numbered
-- input { [[1, 2], [3, 4]] [1, 1, 1, 1] } output { 20i64 }
-- input { [[1, 2], [3, 4]] [1, 1, 1] } error: E0404.*shape
-- ==
-- entry: deviation
-- input { [[1f32, 2f32], [3f32, 4f32]] } output { 129f32 }
-- ==
-- entry: flat
-- input { [[1, 2]] [1, 2] } output { [3, 11] [1, 8] }
-- ==
-- entry: scanned
-- input { [[1, 2], [3, 1]] } output { [1, 65, 794, 795] }
-- ==
-- structure { par 20 }

-- Rows whose operator does not commute: few elements are shared out to threads that have neighbours each, and combined
-- in order.
-- ==
-- entry: affine
-- structure cuda { kernel:rows 2, kernel:seg_reduce 2 }
-- input { [[1i64, 2i64, 3i64], [4i64, 5i64, 6i64]] } output { [6i64, 120i64] [35i64, 230i64] }
-- input { empty([0][3]i64) } output { empty([0]i64) empty([0]i64) }
-- input { empty([2][0]i64) } output { [1i64, 1i64] [0i64, 0i64] }
-- ==
-- entry: last
-- random input { [1][1]i64 } output { true }
-- random input { [5][31]i64 } output { true }
-- random input { [64][64]i64 } output { true }
-- random input { [3][1000]i64 } output { true }
-- random input { [1][20000]i64 } output { true }
-- random input { [700][100]i64 } output { true }

-- The composition of functions of a number: x * a + b.
entry affine [n][m] (rows: [n][m]i64): ([n]i64, [n]i64) =
  unzip (map (\row -> reduce (\(a, b) (c, d) -> (a * c, b * c + d)) (1, 0) (map (\x -> (x, x + 2)) row)) rows)

-- The last element that three divides, and the loop that finds it.
entry last [n][m] (rows: [n][m]i64): bool =
  let last = map (\row -> reduce (\a b -> if b == 0 then a else b) 0 (map (\x -> if x % 3 == 0 then x else 0) row)) rows
  let found = map (\i -> loop x = 0 for j < m do if rows[i, j] % 3 == 0 && rows[i, j] != 0 then rows[i, j] else x) (iota n)
  in and (map2 (==) last found)

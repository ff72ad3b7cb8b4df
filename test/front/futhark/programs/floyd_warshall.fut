-- All shortest paths: a sequential loop around a parallel relaxation.
-- ==
-- input { [[0i32, 3i32, 1000000000i32, 7i32], [8i32, 0i32, 2i32, 1000000000i32], [5i32, 1000000000i32, 0i32, 1i32], [2i32, 1000000000i32, 1000000000i32, 0i32]] }
-- output { [[0i32, 3i32, 5i32, 6i32], [5i32, 0i32, 2i32, 3i32], [3i32, 6i32, 0i32, 1i32], [2i32, 5i32, 7i32, 0i32]] }
-- input { [[0i32]] } output { [[0i32]] }

def relax [n] (d: [n][n]i32) (k: i64) : [n][n]i32 =
  map (\row -> map2 (\x via -> i32.min x (row[k] + via)) row d[k]) d

entry main [n] (weights: [n][n]i32) : [n][n]i32 =
  loop d = weights for k < n do relax d k

-- All shortest paths, in place.
-- ==
-- entry: main
-- input { [[0, 3, 99], [99, 0, 1], [2, 99, 0]] } output { [[0, 3, 4], [3, 0, 1], [2, 5, 0]] }
def main [n] (d: *[n][n]i32): [n][n]i32 =
  loop d for k < n do
    map (\i -> map (\j -> i32.min d[i, j] (d[i, k] + d[k, j])) (iota n)) (iota n)

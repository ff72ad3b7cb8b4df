-- Inner sizes that depend on nothing of the outer map stay regular.
-- ==
-- entry: main
-- input { 2i64 3i64 } output { [[0i64, 1, 2], [0, 2, 4]] }
def main (n: i64) (m: i64): [n][m]i64 = map (\i -> map (\j -> j * (i + 1)) (iota m)) (iota n)

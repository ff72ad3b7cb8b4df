-- Matrix product by map, reduce and transpose.
-- ==
-- entry: main
-- input { [[1, 2], [3, 4]] [[5, 6], [7, 8]] } output { [[19, 22], [43, 50]] }
-- input { [[1, 2, 3]] [[4], [5], [6]] } output { [[32]] }
-- input { empty([2][0]i32) empty([0][2]i32) } output { [[0, 0], [0, 0]] }
def dot [n] (xs: [n]i32) (ys: [n]i32): i32 = reduce (+) 0 (map2 (*) xs ys)
def main [n] [m] [p] (a: [n][m]i32) (b: [m][p]i32): [n][p]i32 =
  map (\row -> map (\column -> dot row column) (transpose b)) a

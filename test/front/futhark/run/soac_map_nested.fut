-- Maps in maps over a matrix, with a free variable from the outer one.
-- ==
-- entry: main
-- input { [[1, 2, 3], [4, 5, 6]] [10, 100] } output { [[11, 12, 13], [104, 105, 106]] }
-- input { empty([0][3]i32) empty([0]i32) } output { empty([0][3]i32) }
-- input { empty([2][0]i32) [1, 2] } output { empty([2][0]i32) }
def main [n] [m] (xss: [n][m]i32) (ys: [n]i32): [n][m]i32 =
  map2 (\xs y -> map (\x -> x + y) xs) xss ys

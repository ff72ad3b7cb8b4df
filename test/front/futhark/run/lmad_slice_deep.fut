-- LMAD slices of three and four dimensions: a transposition and tiles.
-- ==
-- entry: main
-- input { [0, 1, 2, 3, 4, 5, 6, 7] } output { [[[0, 4], [2, 6]], [[1, 5], [3, 7]]] [[[[0, 1], [4, 5]], [[2, 3], [6, 7]]]] }
def main (xs: [8]i32): ([2][2][2]i32, [1][2][2][2]i32) =
  (lmad.slice_3d xs 0 2 1 2 2 2 4, lmad.slice_4d xs 0 1 0 2 2 2 4 2 1)

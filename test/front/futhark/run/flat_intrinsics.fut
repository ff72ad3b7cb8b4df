-- The flat indexing intrinsics under their public names.
-- ==
-- entry: main
-- input { [0, 1, 2, 3, 4, 5] } output { [[0, 3], [1, 4], [2, 5]] [9, 8, 2, 3, 4, 5] }
def flat_index_2d [n] 't (as: [n]t) (offset: i64) (n1: i64) (s1: i64) (n2: i64) (s2: i64): [n1][n2]t =
  intrinsics.flat_index_2d as offset n1 s1 n2 s2 :> [n1][n2]t
def main (xs: [6]i32): ([3][2]i32, [6]i32) =
  (flat_index_2d xs 0 3 1 2 3, intrinsics.flat_update_2d (copy xs) 0 1 1 [[9, 8]])

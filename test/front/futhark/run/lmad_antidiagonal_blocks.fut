-- The blocks on an anti-diagonal of a matrix, as wavefront algorithms need them.
-- ==
-- entry: main
-- input { } output { [[0, 0, 1, 1], [0, 0, 1, 1], [2, 2, 0, 0], [2, 2, 0, 0]] [[[2, 3], [6, 7]], [[8, 9], [12, 13]]] }
def main: ([4][4]i32, [2][2][2]i64) =
  let blocks = [[[1, 1], [1, 1]], [[2, 2], [2, 2]]]
  let written = lmad.update_3d (replicate 16 0) 2 6 4 1 blocks
  in (unflatten (written :> [4 * 4]i32), lmad.slice_3d (iota 16) 2 2 6 2 4 2 1)

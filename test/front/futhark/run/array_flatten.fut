-- flatten and unflatten in two to four dimensions.
-- ==
-- entry: flat
-- input { [[1, 2, 3], [4, 5, 6]] } output { [1, 2, 3, 4, 5, 6] }
-- input { empty([0][3]i32) } output { empty([0]i32) }
-- input { empty([3][0]i32) } output { empty([0]i32) }
-- ==
-- entry: round_trip
-- input { [1, 2, 3, 4, 5, 6, 7, 8] } output { [[[1, 2], [3, 4]], [[5, 6], [7, 8]]] [1, 2, 3, 4, 5, 6, 7, 8] [1, 2, 3, 4, 5, 6, 7, 8] }
-- input { [1, 2, 3] } error: E0404
entry flat [n] [m] (xss: [n][m]i32): [n * m]i32 = flatten xss
entry round_trip [k] (xs: [k]i32): ([2][2][2]i32, []i32, []i32) =
  let cube: [2][2][2]i32 = unflatten_3d (xs :> [2 * 2 * 2]i32)
  let deep: [2][2][1][2]i32 = unflatten_4d (xs :> [2 * 2 * 1 * 2]i32)
  in (cube, flatten_3d cube, flatten_4d deep)

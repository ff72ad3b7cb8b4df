-- Arrays of three and four dimensions.
-- ==
-- entry: sums
-- input { [[[1i32, 2i32], [3i32, 4i32], [5i32, 6i32]], [[7i32, 8i32], [9i32, 10i32], [11i32, 12i32]]] }
-- output { [[8i32, 10i32], [12i32, 14i32], [16i32, 18i32]] [[9i32, 12i32], [27i32, 30i32]] [[3i32, 7i32, 11i32], [15i32, 19i32, 23i32]] }

-- ==
-- entry: reshaped
-- input { [0i32, 1i32, 2i32, 3i32, 4i32, 5i32, 6i32, 7i32, 8i32, 9i32, 10i32, 11i32, 12i32, 13i32, 14i32, 15i32, 16i32, 17i32, 18i32, 19i32, 20i32, 21i32, 22i32, 23i32] }
-- output { 23i32 14i32 [[0i32, 1i32, 2i32, 3i32, 4i32, 5i32], [6i32, 7i32, 8i32, 9i32, 10i32, 11i32], [12i32, 13i32, 14i32, 15i32, 16i32, 17i32], [18i32, 19i32, 20i32, 21i32, 22i32, 23i32]] }

-- ==
-- entry: sliced
-- input { [[1i32, 2i32, 3i32], [4i32, 5i32, 6i32]] }
-- output { [1i32, 4i32] [4i32, 6i32] [[6i32, 5i32, 4i32], [3i32, 2i32, 1i32]] [[4i32, 5i32]] }

-- ==
-- entry: corners
-- input { [[1i32, 2i32, 3i32], [4i32, 5i32, 6i32]] }
-- output { [[1i32, 3i32], [4i32, 6i32]] }

entry sums [a][b][c] (x: [a][b][c]i32): ([b][c]i32, [a][c]i32, [a][b]i32) =
  (map (map i32.sum) (map transpose (transpose x)) |> map (map id),
   map (transpose >-> map i32.sum) x,
   map (map i32.sum) x)

entry reshaped (x: [24]i32): (i32, i32, [4][6]i32) =
  let y = unflatten_4d (x :> [1 * 2 * 3 * 4]i32)
  let z = unflatten_3d (x :> [2 * 3 * 4]i32)
  in (y[0, 1, 2, 3], z[1][0][2], unflatten (flatten_3d z :> [4 * 6]i32))

entry sliced [n][m] (a: [n][m]i32): ([]i32, []i32, [][]i32, [][]i32) =
  (a[:, 0], a[n - 1, ::2], a[::-1, ::-1], a[1:, :m - 1])

entry corners [n][m] (a: [n][m]i32): [2][2]i32 =
  map (\i -> map (\j -> a[i, j]) [0, m - 1]) [0, n - 1]

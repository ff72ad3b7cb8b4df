-- transpose of the inner dimensions by map, and of an array of tuples.
-- ==
-- entry: inner
-- input { [[[1, 2], [3, 4]], [[5, 6], [7, 8]]] } output { [[[1, 3], [2, 4]], [[5, 7], [6, 8]]] }
-- ==
-- entry: tuples
-- input { [[1, 2]] [[3, 4]] } output { [4, 6] }
entry inner (xs: [][][]i32) = map transpose xs
entry tuples [n] [m] (as: [n][m]i32) (bs: [n][m]i32): []i32 =
  map2 zip as bs |> transpose |> flatten |> map (\(a, b) -> a + b)

-- A size that turns out to be a negative number is a failure, also where the size that is computed
-- from it is a number that is none.
-- ==
-- entry: joined ranged
-- input { [1] } error: E0412.*cannot have -1 elements
-- ==
-- entry: wrapped
-- input { [1] } error: E0412.*too many to be joined
-- input { empty([0]i32) } error: E0402.*out of bounds
entry joined (xs: []i32) = let k = 0 * length xs - 1 in length (replicate k 0i8 ++ [0])
entry ranged (xs: []i32) = let k = length xs - length xs - 1 in length (iota k ++ [0])

entry wrapped (xs: []i32) =
  let ys = lmad.slice_1d xs 0 (0 * length xs + 4611686018427387904) 0
  in length (ys ++ ys ++ ys ++ ys)

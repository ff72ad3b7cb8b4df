-- Sizes of loop parameters that are not written down, and sizes that change together.
-- ==
-- entry: kept
-- input { [1, 2, 3] 2 } output { [3, 4, 5] }
-- ==
-- entry: doubled
-- input { [1, 2] 2 } output { [4, 8, 4, 8, 4, 8, 4, 8] }
-- input { [1, 2] 0 } output { [2, 4] }
-- ==
-- entry: swapped
-- input { [1] [2, 3] 1 } output { [2, 3] [1] }
-- input { [1] [2, 3] 2 } output { [1] [2, 3] }
-- ==
-- entry: fibonacci
-- input { [1] [1] 3 } output { [5] [3] }
entry kept [n] (xs: [n]i32) (k: i32): [n]i32 = loop (ys: []i32) = xs for _i < k do map (+ 1) ys
entry doubled (xs: []i32) (k: i32) =
  let (a, b) = loop (a, b) = (xs, xs) for _i < k do
    let c = map2 (+) a b
    in (c ++ c, c ++ c)
  in if k == 0 then map2 (+) a b else a
entry swapped (xs: []i32) (ys: []i32) (k: i32) = loop (a, b) = (xs, ys) for _i < k do (b, a)
entry fibonacci (xs: []i32) (ys: []i32) (k: i32) =
  loop (a: []i32, b: []i32) = (xs, ys) for _i < k do (map2 (+) a b, a)

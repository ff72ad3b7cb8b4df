-- Array of records update.
-- ==
-- input { [1,2,3] } output { [1,9,3] [0,5,0] }

entry main [n] (xs: [n]i32) =
  let rs = map (\x -> {x, y = 0}) xs
  let rs[1] = {x = 9, y = 5}
  in (map (.x) rs, map (.y) rs)

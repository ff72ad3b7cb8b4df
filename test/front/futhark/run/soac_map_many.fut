-- map2 to map5 take their arguments in order.
-- ==
-- entry: two
-- input { [1, 2] [10, 20] } output { [-9, -18] }
-- ==
-- entry: three
-- input { [1, 2] [10, 20] [100, 200] } output { [-109, -218] }
-- ==
-- entry: four
-- input { [1, 2] [3, 4] [5, 6] [7, 8] } output { [1357, 2468] }
-- ==
-- entry: five
-- input { [1, 2] [3, 4] [5, 6] [7, 8] [9, 0] } output { [13579, 24680] }
entry two [n] (as: [n]i32) (bs: [n]i32) = map2 (-) as bs
entry three [n] (as: [n]i32) (bs: [n]i32) (cs: [n]i32) = map3 (\a b c -> a - b - c) as bs cs
entry four [n] (as: [n]i32) (bs: [n]i32) (cs: [n]i32) (ds: [n]i32) =
  map4 (\a b c d -> a * 1000 + b * 100 + c * 10 + d) as bs cs ds
entry five [n] (as: [n]i32) (bs: [n]i32) (cs: [n]i32) (ds: [n]i32) (es: [n]i32): [n]i32 =
  map5 (\a b c d e -> a * 10000 + b * 1000 + c * 100 + d * 10 + e) as bs cs ds es

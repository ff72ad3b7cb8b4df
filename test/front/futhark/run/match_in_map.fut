-- match inside map, on tuples of results.
-- ==
-- entry: main
-- input { [3, 5, 15, 7] } output { [1, 2, 3, 7] }
def main (xs: []i32): []i32 =
  map (\x -> match (x % 3, x % 5)
             case (0, 0) -> 3
             case (0, _) -> 1
             case (_, 0) -> 2
             case _ -> x) xs

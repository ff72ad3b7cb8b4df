-- The sizes of a partition add up to the size of the array, as the type says.
-- ==
-- entry: main
-- input { [5, 1, 4] } output { [1, 5, 4] }
def main [n] (xs: [n]i32): [n]i32 =
  let (as, bs) = partition (< 3) xs
  in (as ++ bs) :> [n]i32

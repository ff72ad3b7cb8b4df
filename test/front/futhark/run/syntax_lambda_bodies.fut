-- Lambdas reach as far as they can.
-- ==
-- entry: main
-- input { [1, 2] } output { 6 [3, 5] [2, 3] }
def main (xs: []i32): (i32, []i32, []i32) =
  ( reduce (\a b -> let c = a + b in c) 3 xs
  , map (\x -> if x > 1 then x + 3 else x + 2) xs
  , xs |> map (\x -> x |> (+ 1)) )

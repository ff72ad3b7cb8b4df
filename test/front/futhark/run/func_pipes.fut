-- Pipes in both directions, and composition.
-- ==
-- entry: main
-- input { [1, 2, 3] } output { 20 20 [4, 6, 8] [3, 5, 7] }
def twice (x: i32) = x * 2
def main (xs: []i32): (i32, i32, []i32, []i32) =
  ( xs |> map (+ 1) |> map twice |> reduce (+) 2
  , reduce (+) 2 <| map twice <| map (+ 1) xs
  , map ((+ 1) >-> twice) xs
  , map ((+ 1) <-< twice) xs )

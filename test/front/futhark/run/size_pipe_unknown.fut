-- Pipes through functions with unknown sizes.
-- ==
-- entry: main
-- input { [3, -1, 4] } output { [8, 6] 2i64 14 }
def main (xs: []i32): ([]i32, i64, i32) =
  ( xs |> filter (> 0) |> map (* 2) |> reverse
  , xs |> filter (> 0) |> length
  , let ys = filter (> 0) xs in i32.sum <| map (* 2) <| ys )

-- Records through pipelines with sections.
-- ==
-- entry: main
-- input { [1, 2, 3] } output { [9, 4] }
def main (xs: []i32): []i32 =
  xs |> map (\x -> {x, square = x * x}) |> filter (\r -> r.square > 1) |> map (.square) |> reverse

-- A pipeline with all kinds of stages.
-- ==
-- entry: main
-- input { 10i64 } output { 220i64 }
-- input { 0i64 } output { 0i64 }
def main (n: i64): i64 =
  iota n |> map (+ 1) |> filter (\x -> x % 2 == 0) |> map (\x -> x * x) |> reduce (+) 0

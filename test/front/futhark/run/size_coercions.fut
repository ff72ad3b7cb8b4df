-- A coercion is checked when the program runs.
-- ==
-- entry: main
-- input { [1, 2] [3, 4] } output { [4, 6] }
-- input { [1, 2] [3] } error: E0404
def main [n] [m] (xs: [n]i32) (ys: [m]i32): [n]i32 = map2 (+) xs (ys :> [n]i32)

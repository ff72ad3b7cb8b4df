-- A loop with arrays and scalars as its state, and a body that swaps them.
-- ==
-- entry: main
-- input { [1, 2] [3, 4] 3 } output { [3, 4] [1, 2] 6 }
def main [n] (xs: [n]i32) (ys: [n]i32) (k: i32): ([n]i32, [n]i32, i32) =
  loop (xs, ys, s) = (xs, ys, 0) for i < k do (ys, xs, s + xs[0] - xs[0] + i + 1)

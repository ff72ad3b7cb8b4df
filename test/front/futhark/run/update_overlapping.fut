-- The right-hand side is read before anything is written.
-- ==
-- entry: main
-- input { [1, 2, 3, 4] } output { [1, 1, 2, 3] }
def main [n] (xs: *[n]i32): [n]i32 =
  let shifted = copy xs[0:n - 1]
  in xs with [1:n] = shifted

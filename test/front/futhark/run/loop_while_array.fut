-- A while loop whose condition looks into an array.
-- ==
-- entry: main
-- input { [5, 3, 1] } output { [0, 0, 0] 9 }
def main [n] (xs: *[n]i32): ([n]i32, i32) =
  loop (xs, steps) = (xs, 0) while any (> 0) xs do
    let i = (loop i = 0 while xs[i] <= 0 do i + 1)
    in (xs with [i] = xs[i] - 1, steps + 1)

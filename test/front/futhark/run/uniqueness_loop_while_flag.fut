-- A loop that consumes in one arm and leaves the array in the other.
-- ==
-- entry: main
-- input { [3, 1, 2] } output { [1, 3, 2] }
def main [n] (xs: *[n]i32): *[n]i32 =
  let (xs, _) =
    loop (xs, i) = (xs, 0) while i < n - 1 do
      if xs[i] > xs[i + 1]
      then let a = xs[i]
           let xs = xs with [i] = xs[i + 1]
           in (xs with [i + 1] = a, n)
      else (xs, i + 1)
  in xs

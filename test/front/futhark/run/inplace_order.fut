-- Reads before and after an update see the right values.
-- ==
-- entry: main
-- input { [1, 2, 3] } output { 1 10 [10, 2, 3] }
def main (xs: *[3]i32): (i32, i32, [3]i32) =
  let before = xs[0]
  let xs[0] = xs[0] * 10
  let after = xs[0]
  in (before, after, xs)

-- A size that is computed by a conditional.
-- ==
-- entry: main
-- input { 3i64 } output { [0i64, 1, 2] 3i64 }
-- input { -3i64 } output { empty([0]i64) 0i64 }
def main (n: i64): ([]i64, i64) =
  let m = if n < 0 then 0 else n
  let xs = iota m
  in (xs, m)

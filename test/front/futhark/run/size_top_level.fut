-- A top-level constant in a size.
-- ==
-- entry: main
-- input { [1, 2, 3, 4] } output { [[1, 2], [3, 4]] [0i64, 1] }
def k: i64 = 2
def main (xs: [4]i32): ([k][k]i32, [k]i64) = (unflatten (xs :> [k * k]i32), iota k)

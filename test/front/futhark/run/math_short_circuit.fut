-- The right operand of && and || is evaluated only when needed.
-- ==
-- entry: main
-- input { [1, 2] 0i64 } output { true true }
-- input { [1, 2] 5i64 } output { false true }
def main (xs: []i32) (i: i64): (bool, bool) =
  (i < length xs && xs[i] > 0, i >= length xs || xs[i] > 0)

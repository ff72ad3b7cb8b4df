-- split takes its position from the type of its result.
-- ==
-- entry: main
-- input { [1, 2, 3, 4, 5] } output { [1, 2] [3, 4, 5] }
-- ==
-- entry: given
-- input { 1i64 [1, 2, 3] } output { [1] [2, 3] }
-- input { 0i64 [1] } output { empty([0]i32) [1] }
entry main (xs: [5]i32): ([2]i32, [3]i32) = split (xs :> [2 + 3]i32)
entry given [n] (i: i64) (xs: [n]i32): ([i]i32, []i32) =
  split (xs :> [i + (n - i)]i32)

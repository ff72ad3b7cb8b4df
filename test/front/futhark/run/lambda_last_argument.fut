-- A lambda as the last argument needs no parentheses, and takes all that follows. An array literal
-- can be indexed at once.
-- ==
-- entry: applied
-- input { 4i64 } output { [0i64, 1, 4, 9] }
-- ==
-- entry: operators
-- input { [1, 2, 3] } output { [3, 5, 7] 11 }
-- ==
-- entry: nested
-- input { 2i64 3i64 } output { [[0i64, 1, 2], [1i64, 2, 3]] }
-- ==
-- entry: constructor
-- input { 3 } output { 7 }
-- ==
-- entry: indexed
-- input { 5 } output { 5 3 [2, 3] 6 }
def with_value 'a '^b (x: a) (f: a -> b): b = f x
type^ op = #twice (i32 -> i32) | #none
entry applied (n: i64) = tabulate n \i -> i * i
entry operators (xs: [3]i32) =
  (map (\x -> x * 2) xs |> map \x -> x + 1, 1 + with_value xs \ys -> i32.sum ys + 4)
entry nested (n: i64) (m: i64) = tabulate n \i -> tabulate m \j : i64 -> i + j
entry constructor (x: i32): i32 =
  let op: op = #twice \y -> 2 * y + 1
  in match op case #twice f -> f x case #none -> 0
def inc (x: i32) = x + 1
entry indexed (x: i32) = ([x, 2, 3][0], [1, 2, 3][2], [1, 2, 3][1:], inc [x][0])

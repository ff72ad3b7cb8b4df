-- == on tuples, records, arrays and sums.
-- ==
-- entry: main
-- input { [1, 2] [1, 2] } output { true true true false }
-- input { [1, 2] [1, 3] } output { false true false true }
type s = #a i32 | #b
def main [n] (xs: [n]i32) (ys: [n]i32): (bool, bool, bool, bool) =
  let x: s = #a (last xs)
  let y: s = #a (last ys)
  in (xs == ys, (1, length xs) == (1, length ys), x == y && xs == ys, {a = xs, b = true} != {a = ys, b = true})

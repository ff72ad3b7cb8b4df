-- A reduction by a comparison of tuples.
-- ==
-- entry: main
-- input { [2, 1, 1] [5, 9, 7] } output { 1 7 }
def less (a: (i32, i32)) (b: (i32, i32)): bool = a.0 < b.0 || (a.0 == b.0 && a.1 < b.1)
def main [n] (xs: [n]i32) (ys: [n]i32): (i32, i32) =
  reduce (\a b -> if less a b then a else b) (i32.highest, i32.highest) (zip xs ys)

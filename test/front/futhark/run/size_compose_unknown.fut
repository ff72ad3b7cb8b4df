-- Composition of functions with unknown sizes, with eta expansion.
-- ==
-- entry: main
-- input { [3, -1, 4] } output { 2i64 }
def main (xs: []i32): i64 =
  let count = \(ys: []i32) -> length (filter (> 0) ys)
  in count xs

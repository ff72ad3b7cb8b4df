-- Sizes that are expressions, and types that state them.
-- ==
-- entry: main
-- input { [1, 2] [3] } output { [1, 2, 3] 3i64 [1, 2, 1, 2] }
def append [n] [m] (xs: [n]i32) (ys: [m]i32): [n + m]i32 = xs ++ ys
def twice [n] (xs: [n]i32): [n + n]i32 = append xs xs
def main [n] [m] (xs: [n]i32) (ys: [m]i32): ([n + m]i32, i64, [n + n]i32) =
  let zs = append xs ys
  in (zs, length zs, twice xs)

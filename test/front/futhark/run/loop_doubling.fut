-- A loop whose sizes are bound by name.
-- ==
-- entry: main
-- input { 3 [1] } output { [1, 1, 1, 1, 1, 1, 1, 1] 8i64 }
def main (n: i32) (xs: []i32): ([]i32, i64) =
  let ys = loop [k] (ys: [k]i32) = xs for _i < n do ys ++ ys
  in (ys, length ys)

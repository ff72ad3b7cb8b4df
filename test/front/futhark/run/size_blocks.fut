-- An array cut into blocks, mapped and put together.
-- ==
-- entry: main
-- input { 2i64 [1, 2, 3, 4, 5, 6] } output { [3, 7, 11] [2, 1, 4, 3, 6, 5] }
def main [n] (b: i64) (xs: [n]i32): ([]i32, []i32) =
  let blocks = unflatten (xs :> [(n / b) * b]i32)
  in (map i32.sum blocks, flatten (map reverse blocks))

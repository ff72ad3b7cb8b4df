-- Ascriptions inside expressions and patterns.
-- ==
-- entry: main
-- input { 3 } output { 3u8 4 [0i64, 1] }
def main (x: i32): (u8, i32, []i64) =
  let y = (3: u8)
  let f = \(a: i32, b: i32): i32 -> a + b
  in (y, f (x, 1: i32), iota 2: [2]i64)

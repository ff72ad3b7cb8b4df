-- The count of a for loop may have any integer type.
-- ==
-- entry: main
-- input { 3u8 4i64 -2 } output { 3u8 6i64 0 }
def main (a: u8) (b: i64) (c: i32): (u8, i64, i32) =
  ( loop x = 0 for i < a do x + i
  , loop x = 0 for i < b do x + i
  , loop x = 0 for i < c do x + i + 1 )

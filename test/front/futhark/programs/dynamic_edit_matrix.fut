-- Edit distance, row by row, each row with a scan.
-- ==
-- entry: main
-- input { [107u8, 105u8, 116u8, 116u8, 101u8, 110u8] [115u8, 105u8, 116u8, 116u8, 105u8, 110u8, 103u8] }
-- output { 3i32 }
-- input { [105u8, 110u8, 116u8, 101u8, 110u8, 116u8, 105u8, 111u8, 110u8] [101u8, 120u8, 101u8, 99u8, 117u8, 116u8, 105u8, 111u8, 110u8] }
-- output { 5i32 }
-- input { [97u8, 98u8, 99u8] empty([0]u8) }
-- output { 3i32 }

def row [m] (previous: [m + 1]i32) (ys: [m]u8) (i: i32) (x: u8): [m + 1]i32 =
  let candidates =
    map (\j -> if j == 0 then i
               else i32.min (previous[j] + 1) (previous[j - 1] + i32.bool (ys[j - 1] != x)))
        (iota (m + 1))
  let shifted = map2 (\j c -> c - i32.i64 j) (iota (m + 1)) candidates
  in map2 (\j c -> c + i32.i64 j) (iota (m + 1)) (scan i32.min i32.highest shifted)

entry main [n][m] (xs: [n]u8) (ys: [m]u8): i32 =
  last (loop r = map i32.i64 (iota (m + 1)) for (i, x) in zip (iota n) xs do row r ys (i32.i64 i + 1) x)

-- take, drop, head, last, tail and init.
-- ==
-- entry: main
-- input { 2i64 [1, 2, 3, 4] } output { [1, 2] [3, 4] 1 4 [2, 3, 4] [1, 2, 3] }
-- input { 0i64 [7] } output { empty([0]i32) [7] 7 7 empty([0]i32) empty([0]i32) }
-- input { 1i64 [7] } output { [7] empty([0]i32) 7 7 empty([0]i32) empty([0]i32) }
-- input { 5i64 [1, 2] } error: E0402
-- input { -1i64 [1, 2] } error: E0402
def main (i: i64) (xs: []i32): ([]i32, []i32, i32, i32, []i32, []i32) =
  (take i xs, drop i xs, head xs, last xs, tail xs, init xs)

-- Empty literals and their sizes.
-- ==
-- entry: main
-- input { 2i64 } output { 0i64 empty([0]i32) 0 empty([0][2]i32) }
def main (n: i64): (i64, []i32, i32, [][n]i32) =
  let e: [0]i32 = []
  let none: [0][n]i32 = []
  in (length e, e, i32.sum [], none)

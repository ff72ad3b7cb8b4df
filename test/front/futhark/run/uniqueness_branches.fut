-- Each arm may consume the same array.
-- ==
-- entry: main
-- input { [1, 2] true } output { [0, 2] }
-- input { [1, 2] false } output { [1, 0] }
def main (xs: *[]i32) (b: bool): []i32 =
  if b then xs with [0] = 0 else xs with [1] = 0

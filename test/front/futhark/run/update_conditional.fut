-- An array that one arm updates and the other returns as it is.
-- ==
-- entry: main
-- input { [1, 2] true } output { [9, 2] }
-- input { [1, 2] false } output { [1, 2] }
def main (xs: *[]i32) (b: bool): []i32 = if b then xs with [0] = 9 else xs

-- A definition without parameters that is used at several sizes.
-- ==
-- entry: main
-- input { [1, 2] [1, 2, 3] } output { [2, 3] [2, 3, 4] 6 }
def bump = map (+ 1i32)
def total = reduce (+) 0i32
def main (xs: []i32) (ys: []i32): ([]i32, []i32, i32) = (bump xs, bump ys, total ys)

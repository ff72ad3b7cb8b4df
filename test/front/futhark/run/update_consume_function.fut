-- Functions that consume their argument and give it back.
-- ==
-- entry: main
-- input { [5, 6] } output { [1, 2] }
def set (xs: *[]i32) (i: i64) (v: i32): *[]i32 = xs with [i] = v
def main (xs: *[]i32): []i32 = set (set xs 0 1) 1 2

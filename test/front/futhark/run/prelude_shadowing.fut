-- A program may define the names of the prelude anew.
-- ==
-- entry: main
-- input { [1, 2] } output { 42 [2, 3] 7 }
def length (_: []i32): i32 = 42
def map (f: i32 -> i32) (xs: []i32): []i32 = intrinsics.map f xs
def i32 = 7i32
def main (xs: []i32): (i32, []i32, i32) = (length xs, map (+ 1) xs, i32)

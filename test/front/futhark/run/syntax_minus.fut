-- All roles of the minus sign.
-- ==
-- entry: main
-- input { 5 } output { 4 4 -5 -6 6 [4, 3] -25 [-1, -2] 25 }
def f (x: i32) = x
def main (x: i32): (i32, i32, i32, i32, i32, []i32, i32, []i32, i32) =
  (x-1, x - 1, -x, -x-1, f x - -1, map (\y -> x-y) [1, 2], -(x * x), map (\y -> -y) [1, 2], -x ** 2)

-- A later parameter's size is an earlier argument.
-- ==
-- entry: main
-- input { [1, 2, 3] } output { 6 [0i64, 1, 2, 3] 9 }
def sum_n (n: i64) (xs: [n]i32): i32 = i32.sum xs
def upto (x: i64): [x]i64 = iota x
def weigh (n: i64) (w: [n]i32) (xs: [n]i32): i32 = i32.sum (map2 (*) w xs)
def main [n] (xs: [n]i32): (i32, []i64, i32) =
  (sum_n n xs, upto (n + 1), weigh n (replicate n 1) xs + sum_n n xs / 2)

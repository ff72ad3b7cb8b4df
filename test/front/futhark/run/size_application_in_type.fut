-- A size that is an application of a function.
-- ==
-- entry: main
-- input { 3i64 } output { [0i64, 1, 2, 3, 4, 5] [1i64, 2, 3, 4, 5, 6] }
def double (n: i64): i64 = n * 2
def make (n: i64): [double n]i64 = iota (double n)
def bump [n] (xs: [n]i64): [n]i64 = map (+ 1) xs
def main (n: i64): ([]i64, []i64) =
  let xs = make n
  let ys: [double n]i64 = bump xs
  in (xs, map2 (\x y -> x - x + y) xs ys)

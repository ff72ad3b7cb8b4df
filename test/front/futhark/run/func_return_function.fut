-- Functions that return functions with captured arrays.
-- ==
-- entry: main
-- input { [10, 20, 30] } output { 20 [30, 10] }
def lookup [n] (xs: [n]i32): i64 -> i32 = \i -> xs[i]
def main (xs: []i32): (i32, []i32) =
  let f = lookup xs
  in (f 1, map f [2, 0])

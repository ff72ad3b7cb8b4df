-- Size parameters that only stand inside of size expressions are found where the function is used.
-- ==
-- entry: main
-- input { 2i64 3i64 } output { 3i64 2i64 3i64 12i64 [1, 2] }
-- ==
-- entry: locally
-- input { 3i64 } output { 4i64 3i64 }
def shorter [n] (_: [n + 1]i32): i64 = n
def of_appended [m] (ys: [m]i32) = shorter (ys ++ [1])
def sides [n][m] (_: [n * m]i32) (_: [n]bool): (i64, i64) = (n, m)
def half [n] (_: [2 * n]i64): i64 = n
def all_but_first [n] 't (xs: [n + 1]t): [n]t = tabulate n (\i -> xs[i + 1])
entry main (a: i64) (b: i64) =
  let (n, m) = sides (replicate (a * b) 1i32) (replicate a true)
  in (of_appended [1, 2, 3], n, m, half (iota (2 * 12)), all_but_first ([0] ++ [1, 2i32] :> [2 + 1]i32))
entry locally (k: i64) =
  let f [n] (_: [n + 1]i32): i64 = n
  let apply (g: [k + 1]i32 -> i64) = g (replicate (k + 1) 0)
  in (f (replicate (k + 1 + 1) 0i32), apply shorter)

-- iota, replicate, indices and rep.
-- ==
-- entry: main
-- input { 3i64 } output { [0i64, 1, 2] [7, 7, 7] [0i64, 1, 2] [true, true, true] }
-- input { 0i64 } output { empty([0]i64) empty([0]i32) empty([0]i64) empty([0]bool) }
-- input { -1i64 } error: E0412
def main (n: i64): ([n]i64, [n]i32, [n]i64, [n]bool) =
  let xs = replicate n 7
  in (iota n, xs, indices xs, rep true)

-- Functions that return fresh arrays may be updated at once.
-- ==
-- entry: main
-- input { 3i64 } output { [9, 1, 1] [0i64, 7, 2] }
def ones (n: i64): *[n]i32 = replicate n 1
def main (n: i64): ([n]i32, [n]i64) =
  (ones n with [0] = 9, iota n with [1] = 7)

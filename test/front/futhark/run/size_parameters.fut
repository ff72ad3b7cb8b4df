-- Size parameters as values, in types and in arguments.
-- ==
-- entry: main
-- input { [[1, 2, 3], [4, 5, 6]] } output { 2i64 3i64 6i64 [0i64, 1, 2] }
def shape [n] [m] 'a (_: [n][m]a): (i64, i64) = (n, m)
def main [n] [m] (xss: [n][m]i32): (i64, i64, i64, [m]i64) =
  let (a, b) = shape xss
  in (a, b, n * m, iota m)

-- A reduction with a tuple as its element: the largest value and its first index.
-- ==
-- entry: main
-- input { [3, 9, 2, 9] } output { 9 1i64 }
-- input { [-5] } output { -5 0i64 }
-- input { empty([0]i32) } output { -2147483648 -1i64 }
def argmax (a: (i32, i64)) (b: (i32, i64)): (i32, i64) =
  if a.1 < 0 then b
  else if b.1 < 0 then a
  else if b.0 > a.0 then b else a
def main [n] (xs: [n]i32): (i32, i64) =
  reduce argmax (i32.lowest, -1) (zip xs (iota n))

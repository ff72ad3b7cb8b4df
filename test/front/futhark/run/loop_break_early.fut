-- A search that stops: a while loop with a found flag.
-- ==
-- entry: main
-- input { [4, 7, 9] 7 } output { 1i64 }
-- input { [4, 7, 9] 5 } output { -1i64 }
-- input { empty([0]i32) 5 } output { -1i64 }
def main [n] (xs: [n]i32) (x: i32): i64 =
  (loop (found, i) = (-1, 0) while found < 0 && i < n do
     if xs[i] == x then (i, i) else (-1, i + 1)).0

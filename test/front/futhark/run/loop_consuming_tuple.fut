-- A loop with two arrays that are both updated.
-- ==
-- entry: main
-- input { 3i64 } output { [0i64, 1, 2] [0i64, 1, 4] }
def main (n: i64): ([n]i64, [n]i64) =
  loop (as, bs) = (replicate n 0, replicate n 0) for i < n do
    (as with [i] = i, bs with [i] = i * i)

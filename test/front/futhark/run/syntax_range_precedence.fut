-- Ranges in arguments and with computed ends.
-- ==
-- entry: main
-- input { 3i64 } output { [1i64, 2, 3] 6i64 [2i64, 4, 6] }
def main (n: i64): ([]i64, i64, []i64) =
  (map (+ 1) (0..<n), i64.sum (1...n), map (* 2) (1..2...n))

-- A table computed by dynamic programming in place.
-- ==
-- entry: main
-- input { 8i64 } output { [false, true, true, true, false, true, true, true] }
def main (n: i64): [n]bool =
  loop wins = replicate n false for i < n do
    let can = any (\k -> i - k >= 0 && !wins[i - k]) [1, 2, 3]
    in wins with [i] = can

-- An inner loop whose array has a size of the outer one.
-- ==
-- entry: main
-- input { 3i64 } output { [3i64, 1, 0] }
def main (n: i64): []i64 =
  loop (out: []i64) = [] for i < n do
    let xs = iota (i + 1)
    let s = loop s = 0 for x in xs do s + x
    in [s] ++ out

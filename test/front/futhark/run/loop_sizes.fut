-- A loop whose array grows in each iteration.
-- ==
-- entry: main
-- input { 3 } output { [0, 1, 2] }
-- input { 0 } output { empty([0]i32) }
def main (n: i32): []i32 =
  loop (xs: []i32) = [] for i < n do xs ++ [i]

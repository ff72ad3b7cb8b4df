-- Chains of if, and an if of tuples and arrays.
-- ==
-- entry: main
-- input { 5 } output { 1 [5, 5] }
-- input { -5 } output { -1 [0, 0] }
-- input { 0 } output { 0 [0, 0] }
def main (x: i32): (i32, [2]i32) =
  if x > 0 then (1, [x, x]) else if x < 0 then (-1, [0, 0]) else (0, replicate 2 0)

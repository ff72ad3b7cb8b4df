-- Loops in loops, with the outer variables in the inner one.
-- ==
-- entry: main
-- input { 3 } output { 36 }
def main (n: i32): i32 =
  loop acc = 0 for i < n do
    loop acc for j < n do
      acc + (i + 1) * (j + 1)

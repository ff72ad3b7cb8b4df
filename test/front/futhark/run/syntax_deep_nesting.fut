-- Deeply nested expressions.
-- ==
-- entry: main
-- input { 1 } output { 11 }
def main (x: i32): i32 =
  ((((((((((x + 1) + 1) + 1) + 1) + 1) + 1) + 1) + 1) + 1) + 1)

-- Loops over ranges in any direction.
-- ==
-- entry: main
-- input { 4 } output { 4321 1234 42 }
def main (n: i32): (i32, i32, i32) =
  ( loop acc = 0 for i in n..n - 1...1 do acc * 10 + i
  , loop acc = 0 for i in 1...n do acc * 10 + i
  , loop acc = 0 for i in n..n - 2..>0 do acc * 10 + i )

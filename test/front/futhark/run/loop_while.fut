-- while loops: Euclid's algorithm and a loop that never runs.
-- ==
-- entry: main
-- input { 12 18 } output { 6 0 }
-- input { 7 0 } output { 7 0 }
def main (a: i32) (b: i32): (i32, i32) =
  let (x, _) = loop (a, b) while b != 0 do (b, a % b)
  in (x, loop i = 0 while i > 0 do i + 1)

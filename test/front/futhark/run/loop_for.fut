-- for loops, with tuples and an implicit initial value.
-- ==
-- entry: main
-- input { 5 } output { 8 10 120 }
-- input { 0 } output { 1 0 1 }
def main (n: i32): (i32, i32, i32) =
  let (a, _) = loop (a, b) = (1, 1) for _i < n do (b, a + b)
  let sum = loop s = 0 for i < n do s + i
  let product = 1
  let product = loop product for i < n do product * (i + 1)
  in (a, sum, product)

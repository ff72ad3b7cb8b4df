-- Chains of let with and without in, with types and nested bodies.
-- ==
-- entry: main
-- input { 3 } output { 25 }
def main (x: i32): i32 =
  let a: i32 = x + 1 in
  let b = let c = a in c + 1
  let (d, e): (i32, i32) = (a, b)
  let f = if d > e then d else e
  in let g = f in g * g

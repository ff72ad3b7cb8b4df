-- Tuples are records with numbers.
-- ==
-- entry: main
-- input { 1 2 } output { 3 2 }
def f (p: (i32, i32)): i32 = p.0 + p.1
def main (x: i32) (y: i32): (i32, i32) =
  let t = (x, y)
  let u = t with 1 = 1
  in (f t, f u)

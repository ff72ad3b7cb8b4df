-- Wildcards everywhere.
-- ==
-- entry: main
-- input { 3 4 } output { 7 3 }
def fst (x: i32, _: i32): i32 = x
def ignore _ (y: i32) = y
def main (x: i32) (y: i32): (i32, i32) =
  let _ = x / y
  let (_, z) = (true, x + y)
  in (ignore "text" z, fst (x, y))

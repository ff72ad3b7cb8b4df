-- Tuples with more than ten fields are ordered by number.
-- ==
-- entry: main
-- input { 1 } output { 11 10 2 }
def main (x: i32): (i32, i32, i32) =
  let t = (x, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)
  in (t.10, t.9, t.1)

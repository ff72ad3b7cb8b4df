-- Functions of unit, and unit in tuples.
-- ==
-- entry: main
-- input { 4 } output { 5 4 }
def one (): i32 = 1
def pair (x: i32): ((), i32) = ((), x)
def main (x: i32): (i32, i32) =
  let (u, y) = pair x
  let f () = y + one u
  in (f (), y)

-- A sum with arrays in it.
-- ==
-- entry: main
-- input { true } output { 6 }
-- input { false } output { -1 }
type t = #array [3]i32 | #empty
def main (b: bool): i32 =
  let v: t = if b then #array [1, 2, 3] else #empty
  in match v
     case #array xs -> i32.sum xs
     case #empty -> -1

-- Constructors inside constructors.
-- ==
-- entry: main
-- input { 0 } output { 10 }
-- input { 1 } output { 21 }
-- input { 2 } output { 30 }
type inner = #a i32 | #b
type outer = #left inner | #right (inner, i32)
def main (k: i32): i32 =
  let v: outer = if k == 0 then #left (#a 10) else if k == 1 then #right (#a 20, k) else #right (#b, k)
  in match v
     case #left (#a x) -> x
     case #left #b -> 0
     case #right (#a x, y) -> x + y
     case #right (#b, _) -> 30

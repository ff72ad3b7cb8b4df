-- Sum types and match.
-- ==
-- entry: main
-- input { 0 5 } output { 25.0 }
-- input { 1 5 } output { 30.0 }
-- input { 2 5 } output { 0.0 }
type shape = #square f64 | #rectangle f64 f64 | #nothing
def make (kind: i32) (x: i32): shape =
  match kind
  case 0 -> #square (f64.i32 x)
  case 1 -> #rectangle (f64.i32 x) (f64.i32 x + 1)
  case _ -> #nothing
def area (s: shape): f64 =
  match s
  case #square a -> a * a
  case #rectangle a b -> a * b
  case #nothing -> 0
def main (kind: i32) (x: i32): f64 = area (make kind x)

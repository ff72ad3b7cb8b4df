type t = #some i32 | #none
def f (x: t): i32 =
  match x
  case #some (y: i32) -> y
  case #none -> 0

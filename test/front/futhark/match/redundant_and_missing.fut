type t = #a | #b | #c
def f (x: t): i32 =
  match x
  case #a -> 1
  case #a -> 2
  case #b -> 3

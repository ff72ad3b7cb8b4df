type t = #a | #b | #c
def f (x: t): i32 =
  match x
  case #b -> 1
  case _ -> 2

type t = #a | #b
def f (x: t): i32 =
  match x
  case #a -> 1
  case #b -> 2
  case _ -> 3

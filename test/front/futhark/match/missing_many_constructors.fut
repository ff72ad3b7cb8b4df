type t = #a | #b | #c | #d | #e | #f
def f (x: t): i32 =
  match x
  case #a -> 1

type t = #leaf | #node i32 (bool, bool)
def f (x: t): i32 =
  match x
  case #leaf -> 0
  case #node n (true, _) -> n
  case #node n (false, true) -> n

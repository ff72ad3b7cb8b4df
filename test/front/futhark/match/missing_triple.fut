def f (x: (bool, bool, bool)): i32 =
  match x
  case (true, _, _) -> 1
  case (_, true, _) -> 2
  case (false, false, true) -> 3

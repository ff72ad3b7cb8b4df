-- Quadratic, not exponential.
def f (x: (bool, bool, bool, bool, bool, bool, bool, bool)): i32 =
  match x
  case (true, _, _, _, _, _, _, _) -> 1
  case (_, true, _, _, _, _, _, _) -> 2
  case (_, _, true, _, _, _, _, _) -> 3
  case (_, _, _, true, _, _, _, _) -> 4
  case (_, _, _, _, true, _, _, _) -> 5
  case (_, _, _, _, _, true, _, _) -> 6
  case (_, _, _, _, _, _, true, _) -> 7
  case (_, _, _, _, _, _, _, true) -> 8
  case _ -> 9

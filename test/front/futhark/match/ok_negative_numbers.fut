def f (x: i32): i32 =
  match x
  case -1 -> 1
  case 1 -> 2
  case 0 -> 3
  case _ -> 4

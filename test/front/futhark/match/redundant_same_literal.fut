def f (x: i32): i32 =
  match x
  case 1 -> 1
  case 0x1 -> 2
  case _ -> 3

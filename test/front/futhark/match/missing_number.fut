def f (x: i32): i32 =
  match x
  case 0 -> 1
  case 1 -> 2
  case -1 -> 3

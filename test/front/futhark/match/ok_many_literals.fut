def f (x: i32): i32 =
  match x
  case 0 -> 0
  case 1 -> 10
  case 2 -> 20
  case 3 -> 30
  case 4 -> 40
  case 5 -> 50
  case 6 -> 60
  case 7 -> 70
  case _ -> 80

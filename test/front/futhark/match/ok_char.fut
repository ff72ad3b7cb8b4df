def f (x: u8): i32 =
  match x
  case 'a' -> 1
  case '\n' -> 2
  case _ -> 3

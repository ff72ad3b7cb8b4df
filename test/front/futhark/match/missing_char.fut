def f (x: u8): i32 =
  match x
  case 'a' -> 1
  case 'b' -> 2

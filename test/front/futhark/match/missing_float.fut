def f (x: f64): i32 =
  match x
  case 0 -> 1
  case 1.5 -> 2

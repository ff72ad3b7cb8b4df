def f (x: f32): i32 =
  match x
  case 0.5 -> 1
  case -0.5 -> 2
  case _ -> 3

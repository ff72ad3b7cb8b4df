def f (x: ()): i32 =
  match x
  case () -> 1

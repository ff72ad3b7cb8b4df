def f (b: bool): i32 =
  match b
  case true -> 1

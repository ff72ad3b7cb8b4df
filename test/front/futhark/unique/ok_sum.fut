def f (m: *(#some ([]i32) | #none)) (n: i64) =
  match m
  case #some xs -> xs with [0] = 1
  case #none -> replicate n 0

def consume (xs: *[]i32): i32 = xs[0]
def f (m: i32) (xs: *[]i32) =
  match m
  case 0 -> consume xs
  case 1 -> xs[0]
  case _ -> consume xs

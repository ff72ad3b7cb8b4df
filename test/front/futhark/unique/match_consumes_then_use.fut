def consume (xs: *[]i32): i32 = xs[0]
def f (m: i32) (xs: *[]i32) =
  let a = match m
          case 0 -> consume xs
          case _ -> 1
  in a + xs[0]

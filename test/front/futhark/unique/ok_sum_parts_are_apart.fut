def f (xs: *[]i32) (ys: *[]i32) =
  let m: #pair ([]i32) ([]i32) | #none = #pair xs ys
  in match m
     case #pair a b -> let a[0] = b[0] in let b[0] = a[0] in (a, b)
     case #none -> ([], [])

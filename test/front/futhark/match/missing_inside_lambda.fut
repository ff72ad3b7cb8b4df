def f (xs: []bool) =
  map (\x -> match x
             case false -> 0i32) xs

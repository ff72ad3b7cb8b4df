def f (xs: []i32) =
  let (as, bs) = unzip (map (\x -> (x, x + 1)) xs)
  let as[0] = 1
  let bs[0] = 2
  in (as, bs)

def f (xs: *[](i32, i32)) =
  let (as, bs) = unzip xs
  let as[0] = 1
  in as[0] + bs[0] + xs[0].0

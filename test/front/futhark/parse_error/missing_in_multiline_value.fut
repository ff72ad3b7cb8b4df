def f x =
  let y =
    g x
      1
  let z = h
            y

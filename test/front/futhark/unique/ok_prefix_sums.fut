def f [n] (xs: *[n]i32) =
  loop xs for i in 1..<n do
    let xs[i] = xs[i] + xs[i - 1]
    in xs

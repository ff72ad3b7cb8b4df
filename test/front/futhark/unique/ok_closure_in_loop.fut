def f [n] (xs: *[n]i32) =
  loop xs for i < n do
    let g = \j -> xs[j]
    in xs with [i] = g i + g 0

def f [n] (x: [n]f32) = let y = x |> map f32.sqrt |> map (+ 1) let y[0] = 0 in f32.sum y

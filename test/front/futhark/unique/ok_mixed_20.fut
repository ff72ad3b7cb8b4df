def f (n: i64) = let a = replicate n (replicate n 0) let a[0] = a[1] |> map (+ 1) in a

def f [n] (xs: [n]i32) = let ys = if n > 3 then map (+ 1) xs else copy xs let ys[0] = 1 in ys

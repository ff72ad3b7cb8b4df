def f [n] (xs: [n]i32) = map (\i -> let ys = copy xs let ys[i] = 0 in reduce (+) 0 ys) (iota n)

def f (xs: *[]i32) = let n = length xs let ys = xs with [0] = 1 in replicate n ys[0]

def f (b: bool) (xs: *[]i32) = let ys = if b then xs else copy xs let ys[0] = 1 in xs

def f (xs: *[]i32) = let g = (\ys -> ys[0] + 1) in let v = g xs let xs[0] = v in xs

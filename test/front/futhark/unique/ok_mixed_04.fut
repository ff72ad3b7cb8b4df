def f [n] (xs: *[n](i32, f32)) = let x = xs[0] let xs[0] = xs[1] let xs[1] = x in xs

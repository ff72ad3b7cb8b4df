def f (xs: []i32): *[]i32 = let ys = copy xs in if xs[0] > 0 then ys else xs

def f (xs: *[]i32) = match xs[0] case 0 -> xs case 1 -> xs with [0] = 2 case _ -> map (+ 1) xs

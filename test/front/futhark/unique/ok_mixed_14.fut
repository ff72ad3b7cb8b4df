def f (xs: *[]i32): *[]i32 = if length xs == 0 then xs else let xs[0] = 1 in xs

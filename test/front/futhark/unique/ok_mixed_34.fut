def f (xss: *[][]i32) = let xss[0, 1:3] = [1, 2] in xss

def f [n] (xss: *[n][n]i32) = let t = transpose xss let t[0, 0] = 1 in (t, xss)

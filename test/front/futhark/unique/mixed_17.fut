def f [n] (xss: *[n][n]i32) = loop xss for i < n do xss with [i] = xss[0]

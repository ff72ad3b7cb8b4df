def f (xss: *[4][4]i32) = xss with [0] = xss[1]

def f (xss: *[4][4]i32) = xss with [0] = copy xss[1]
def g (xss: *[4][4]i32) = xss with [0] = map (+ 1) xss[1]

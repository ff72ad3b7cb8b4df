def f (xss: [][]i32) = map (\xs -> copy xs with [0] = 1) xss

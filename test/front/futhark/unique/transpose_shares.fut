def f (xss: [][]i32) = (transpose xss) with [0, 0] = 1

def f (xss: *[][]i32) =
  loop acc = 0 for xs in xss do acc + (xs with [0] = 1)[0]

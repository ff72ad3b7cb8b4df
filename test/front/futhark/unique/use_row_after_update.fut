def f (xss: *[][]i32) =
  let row = xss[1]
  let xss[0, 0] = 1
  in row[0] + xss[0, 0]

def f (xss: *[][]i32) =
  let row = xss[0]
  let row[0] = 1
  in (row, xss)

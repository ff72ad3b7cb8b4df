def f [n] [m] (xss: *[n][m]i32) =
  loop xss for i < n do
    loop xss for j < m do
      xss with [i, j] = xss[i, j] + 1

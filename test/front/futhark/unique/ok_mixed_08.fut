def f [n] [m] (grid: *[n][m]i32) =
  let get i j = grid[i, j]
  let s = get 0 0 + get 1 1
  in grid with [0, 0] = s

def f (n: i64) =
  let ys = loop ys = replicate n 0 for i < n do ys with [i] = i
  in ys with [0] = 1

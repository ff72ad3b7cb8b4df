def f (n: i64) =
  let a = iota n with [0] = 1
  let b = replicate n 0 with [0] = 1
  let c = [1, 2, 3] with [0] = 1
  let d = (0..<n) with [0] = 2
  let e = (map (+ 1) a) with [0] = 2
  in (a, b, c, d, e)

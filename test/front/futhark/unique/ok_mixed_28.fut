def f [n] (q: *[n]i64) =
  let (q, _, _) = loop (q, head, tail) = (q, 0i64, 1i64) while head < tail do
    let x = q[head]
    in if x % 2 == 0 && tail < n then (q with [tail] = x / 2, head + 1, tail + 1) else (q, head + 1, tail)
  in q

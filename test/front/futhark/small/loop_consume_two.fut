-- Loop consume two.
-- ==
-- input { 2i64 } output { [0i64,10i64] [1,1] }

entry main (n: i64) =
  loop (a, b) = (replicate n 0, replicate n 0) for i < n do
    let a[i] = i * 10
    let b[i] = 1
    in (a, b)

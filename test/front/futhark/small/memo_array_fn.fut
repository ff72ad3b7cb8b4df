-- Memo array fn.
-- ==
-- input { 10 } output { 55 }

entry main (n: i32) =
  let t = replicate 50 0i32
  let t[1] = 1
  let t = loop t for i in 2...i64.i32 n do t with [i] = t[i-1] + t[i-2]
  in t[n]

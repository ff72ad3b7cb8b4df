def f (x: (i32, {a: i32, b: (i32, i32)})): i32 =
  let (p, {a, b = (q, _)}) = x
  in p + a + q

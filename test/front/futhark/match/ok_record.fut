def f (r: {p: bool, q: i32}): i32 =
  match r
  case {p = true, q} -> q
  case {p = false, q = 0} -> 1
  case {p = _, q = k} -> k + 1

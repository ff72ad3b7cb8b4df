def f (r: {p: bool, q: bool}): i32 =
  match r
  case {p = true, q = _} -> 1
  case {p = false, q = false} -> 2

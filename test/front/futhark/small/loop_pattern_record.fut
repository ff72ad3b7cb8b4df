-- Loop pattern record.
-- ==
-- input { 5 } output { 8 }

entry main (n: i32) =
  let {a, b = _} = loop {a, b} = {a = 1, b = 1} for _i < n do {a = b, b = a + b}
  in a

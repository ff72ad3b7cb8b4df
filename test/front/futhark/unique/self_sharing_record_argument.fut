def g (t: *{a: []i64, b: []i64}) = t.a[0] + t.b[0]
def f (n: i64) =
  let x = iota n
  in g {a = x, b = x}

def f xs i = xs[i: i64: j: k]

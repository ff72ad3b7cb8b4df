def f xs = xs[0 + 1

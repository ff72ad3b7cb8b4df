def f xs = xs[]

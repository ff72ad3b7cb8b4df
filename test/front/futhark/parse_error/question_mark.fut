def f x = x ? 1 : 2

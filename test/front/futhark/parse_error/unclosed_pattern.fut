def f = let (x, y = 1 in x

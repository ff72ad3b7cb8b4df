def f = let = 1 in 2

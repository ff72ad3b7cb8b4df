def f = 1

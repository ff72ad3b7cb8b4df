def f = [, 1]

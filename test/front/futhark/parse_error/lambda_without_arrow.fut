def f = \x x + 1

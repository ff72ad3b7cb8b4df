def f = g $ x + 1

def f m.x = x

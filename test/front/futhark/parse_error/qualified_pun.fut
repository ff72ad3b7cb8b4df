def f = {m.x}

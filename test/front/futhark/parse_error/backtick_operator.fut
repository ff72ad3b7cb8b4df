def f = x `+` y

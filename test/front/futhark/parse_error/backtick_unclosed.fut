def f = x `g y

def f = loop x = 1 for i < 10 x * 2

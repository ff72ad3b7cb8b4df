def f = loop x = 1 for (i, j) < 10 do x

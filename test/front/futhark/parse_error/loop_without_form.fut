def f = loop x = 1 do x * 2

def f = loop x = 1 for i = 0 do x * 2

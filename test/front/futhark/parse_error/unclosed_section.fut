def f = (+ 1

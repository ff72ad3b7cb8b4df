def f r = r with = 1

def f x = assert (x > 0)

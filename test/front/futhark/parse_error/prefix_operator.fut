def f x = ++x

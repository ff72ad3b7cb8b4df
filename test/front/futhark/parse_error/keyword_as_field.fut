def f x = x.type

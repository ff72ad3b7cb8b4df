def f x = [x + ]

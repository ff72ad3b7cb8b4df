def f x = g if x then 1 else 2

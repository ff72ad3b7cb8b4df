def f x = match x case [a, b] -> a

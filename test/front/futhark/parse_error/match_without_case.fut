def f x = match x 1 -> 2

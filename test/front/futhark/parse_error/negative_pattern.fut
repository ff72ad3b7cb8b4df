def f x = match x case -y -> 1

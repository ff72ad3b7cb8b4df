def f x = match x with #a -> 1

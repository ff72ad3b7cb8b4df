def f x = let y == 1 in y

def f x = (x, y + )

def f x = let y = in y

def f = map (\x = x + 1) xs

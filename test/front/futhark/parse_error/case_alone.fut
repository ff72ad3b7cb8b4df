def f x = case x of 1 -> 2

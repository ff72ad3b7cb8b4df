def f x = if x = 1 then 2 else 3

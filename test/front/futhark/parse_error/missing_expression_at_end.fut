def f x =

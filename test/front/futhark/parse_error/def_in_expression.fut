def f x =
  (def y = 1
   in y)

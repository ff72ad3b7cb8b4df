def f x =
  let y = x + 1
  y * 2

def g = 1

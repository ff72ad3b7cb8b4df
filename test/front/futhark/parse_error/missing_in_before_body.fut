def f x =
  let y = x + 1
  let z = y
  (y, z)

def g x =
  let y = x
  if y then 1 else 2

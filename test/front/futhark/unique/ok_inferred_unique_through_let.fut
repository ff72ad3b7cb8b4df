def f (xs: []i32) =
  let ys = map (+ 1) xs
  let zs = ys
  in zs
def g (xs: []i32) =
  let a = f xs
  let a[0] = 1
  in a[0] + xs[0]

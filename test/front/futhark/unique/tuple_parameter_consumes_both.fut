-- A `*` anywhere in a tuple makes the whole parameter consuming.
def both ((a, b): (*[]i32, []i32)) = a[0] + b[0]
def f (xs: *[]i32) (ys: *[]i32) =
  let x = both (xs, ys)
  in x + ys[0]

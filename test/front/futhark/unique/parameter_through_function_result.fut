def same (xs: []i32): []i32 = xs
def f (xs: []i32) =
  let ys = same xs
  in ys with [0] = 1

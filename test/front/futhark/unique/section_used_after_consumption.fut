def (!!) (xs: []i32) (i: i64): i32 = xs[i]
def f (xs: *[]i32) =
  let g = (xs !!)
  let ys = xs with [0] = 1
  in g 0 + ys[0]

def get (xs: []i32) (i: i64): i32 = xs[i]
def f (xs: *[]i32) =
  let g = get xs
  let a = g 0
  let xs[0] = a
  in xs

-- The plainest mistake.
def f (xs: *[]i32) =
  let ys = xs with [0] = 1
  in xs[0] + ys[0]

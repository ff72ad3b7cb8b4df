-- Arrays of different sizes are added.
def f [n][m] (xs: [n]i32) (ys: [m]i32) = xs + ys

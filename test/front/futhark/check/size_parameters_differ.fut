-- Two size parameters are not the same size.
def f [n][m] (xs: [n]i32) (ys: [m]i32) = map2 (+) xs ys

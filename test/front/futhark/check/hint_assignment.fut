def a (x: i32) = x += 1
def b (x: i32) = x <> 3
def c (xs: i32[]) = xs
def d (xs: [m]i32) = xs

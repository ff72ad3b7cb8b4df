def f [n] (xs: [n + 1]i32): [n]i32 = init xs
def g [n][m] (xs: [n][m]i32): [n * m]i32 = flatten xs
def h (n: i64): [2 ** n]i32 = replicate (2 ** n) 0
def i [n] (xs: [n]i32): [n - (1 + 2)]i32 = xs
def j (xs: [length ys]i32) = xs
def k (xs: [n : i64]i32) = xs

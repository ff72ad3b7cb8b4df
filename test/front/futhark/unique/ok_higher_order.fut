def twice 'a (f: *a -> *a) (x: *a): *a = f (f x)
def f [n] (xs: *[n]i32) = twice (\(ys: *[n]i32): *[n]i32 -> ys with [0] = ys[0] + 1) xs

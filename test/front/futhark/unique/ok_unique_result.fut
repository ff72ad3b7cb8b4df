def f (xs: *[]i32): *[]i32 = xs
def g (n: i64): *[]i64 = iota n
def h (xs: []i32): *[]i32 = copy xs
def k (b: bool) (xs: *[]i32) (n: i64): *[]i32 = if b then xs else replicate n 0

def swap (a: *[]i32, b: *[]i32): (*[]i32, *[]i32) = (b, a)
def f (n: i64) = let (a, b) = swap (replicate n 0, replicate n 1) let a[0] = 1 let b[0] = 2 in (a, b)

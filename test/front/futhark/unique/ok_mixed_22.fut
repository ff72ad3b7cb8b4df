type^ pair 'a 'b = (a, b)
def f (p: *([]i32, []i32)): *([]i32, []i32) = let (a, b) = p in (b, a)
def g (p: *([]i32, []i32)) = let (a, b) = f p let a[0] = 1 let b[0] = 2 in a[0] + b[0]

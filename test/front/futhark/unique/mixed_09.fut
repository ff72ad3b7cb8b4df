def f (p: *([]i32, []i32)) = let a = p.0 with [0] = 1 in (a, p.0)

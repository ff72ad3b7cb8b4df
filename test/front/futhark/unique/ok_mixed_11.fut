def g (t: *([]i64, []i64)) = t.0[0] + t.1[0]
def f (n: i64) = let x = iota n in g (copy (x, x))
def h (n: i64) = g (iota n, iota n)

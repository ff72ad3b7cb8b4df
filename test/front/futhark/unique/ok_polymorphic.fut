def set 't [n] (xs: *[n]t) (i: i64) (x: t): *[n]t = xs with [i] = x
def f (n: i64) = set (set (iota n) 0 1) 1 2

def a = assert (x > 0) x
def b = assert true (f x) + 1
def c = f (assert c x)
def d = let y = assert (n == m) xs in y

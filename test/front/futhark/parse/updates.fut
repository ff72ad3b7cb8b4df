def a = xs with [0] = 1
def b = xs with [i, j] = f x
def c = xs with [1:3] = ys
def d = r with x = 1
def e = r with x.y.z = 1
def f = t with 0 = 1
def g = t with 0.1 = 2
def h = r with a.0 = 3
def i = (f x) with [0] = (g y)
def j = copy xs with [0] = 1

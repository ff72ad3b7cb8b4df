def a = x.0
def b = x.0.1
def c = x.foo
def d = x.foo.bar
def e = (f x).foo
def f = (f x).0.foo.1
def g = xs[0].1
def h = xs[0].foo.bar
def i = (x).y
def j = m.x.0
def k = {a = 1}.a
def l = f x.0 .5
def m = (x.y).z
def n = (x.y)[0]

def a = m.(x + y)
def b = m.n.(f x)
def c = f32.(sqrt (x * x + y * y))
def d = m.(x).y
def e = m.(xs)[0]
def f = m.(x, y)
def g = g m.(x) y

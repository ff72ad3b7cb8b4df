def a = (1, 2,)
def b = [1, 2,]
def c = {x = 1,}
def d (x, y,) = x
def e {x, y,} = x
def f (x: (i32, i32,)) = x
def g (x: {a: i32,}) = x
def h = xs[1, 2,]
def i = #[a(b,)] x

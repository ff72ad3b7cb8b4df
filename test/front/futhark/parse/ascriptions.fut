def a = x : i32
def b = (x : [n]i32)
def c = f (xs :> [n]t) (ys : []u)
def d = let y = x : i32 in y : f32
def e = (x : i32, y : f32)
def f = x : i32 -> i32
def g = x : (i32, i32)
def h = x : *[n]i32
def i = x : ?[k].[k]i32
def j = x : #foo | #bar i32

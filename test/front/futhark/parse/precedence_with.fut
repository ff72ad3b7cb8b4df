def a = xs with [i] = v + 1
def b = xs with [0] = 1 with [1] = 2
def c = f x |> g with [i] = v
def d = r with a.b = x : t
def e = xs with [i] = if c then 1 else 2
def f = r with x = a `f` b

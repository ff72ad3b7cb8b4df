def a = 1 + if c then 2 else 3 + 4
def b = f <| \x -> x + 1 : i32
def c = \x -> if x then \y -> y else \z -> z + 1
def d = x + let y = 1 in y + 2
def e = if a then b else c : t
def f = #[unsafe] a + b
def g = a + #[inline] b + c
def h = assert c x + 1
def i = assert (a == b) x[0]

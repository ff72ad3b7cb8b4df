def a = ()
def b = (1, 2)
def c = (1, 2, 3,)
def d = ((1, 2), (3, 4))
def e = {}
def f = {x = 1, y = 2}
def g = {x, y}
def h = {x, y = 2, z,}
def i = {0 = 1, 1 = 2}
def j = {f = \x -> x, g = {h = 1}}
def k = (1)

def a = x `f` y `g` z
def b = x + 1 `f` y || z
def c = x `m.f` y |> g
def d = x `max` -y

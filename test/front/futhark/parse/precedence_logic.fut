def a = x < y && y <= z || !p && q
def b = a & b == c
def c = a | b ^ c & d
def d = x != y == z
def e = !f x && g y

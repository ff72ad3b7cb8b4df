def a = 1 + 2 * 3 - 4 / 5
def b = a ** b ** c * -d
def c = a - b - c
def d = a // b %% c % d
def e = -x ** 2
def f = - f x + 1
def g = a << 1 + 2 >> 3

def f = 1i33
def g = 0xFFg
def h = 1.5abc
def i = 12ab

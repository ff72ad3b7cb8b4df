-- Literals of different sizes.
def f = map2 (+) [1, 2] [1, 2, 3]

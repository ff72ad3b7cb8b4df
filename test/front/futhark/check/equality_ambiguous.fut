-- Nothing says what is compared.
def f x y = x == y

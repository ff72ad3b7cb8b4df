-- Values of a type parameter cannot be compared.
def f 'a (x: a) (y: a) = x == y

-- The type of a parameter cannot mention a later one.
def f xs n = zip xs (iota n)

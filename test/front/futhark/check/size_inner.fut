-- The type of a parameter cannot mention what is bound in the body.
def f xs = let n = 10 in zip xs (iota n)

-- An array of functions.
def f = [\x -> x]

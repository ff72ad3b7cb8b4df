def (&&) x y = x
def x || y = y

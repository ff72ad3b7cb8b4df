def f = "a\qb"
def g = '\y'
def h = "\xFFFFFF" ++ "\xD800"

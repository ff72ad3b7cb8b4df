-- Nothing says which record.
def f r = r.x

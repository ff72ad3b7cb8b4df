-- Branches of different types.
def f b = if b then 1 else "no"

def x' = 1
def x'' y' _z = x'
def _unused = 1
def f _ = 1
def camelCase_123 = m.n.x'
def lets = letter + in_x + ifs
def h x'y = x'y

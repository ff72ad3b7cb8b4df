def x0 = )
def x1 = )
def x2 = )
def x3 = )

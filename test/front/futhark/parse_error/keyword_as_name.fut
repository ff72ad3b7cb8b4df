def type = 1
def f loop = 2

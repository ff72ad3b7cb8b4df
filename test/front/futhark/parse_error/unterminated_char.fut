def f = '
def g = '(x
def h = 'é

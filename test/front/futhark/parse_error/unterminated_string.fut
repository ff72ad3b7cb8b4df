def f = "hello
def g = 1
def h = "

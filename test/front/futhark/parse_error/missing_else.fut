def f x = if x then 1
def g = 2

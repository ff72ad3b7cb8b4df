def f = if x then else 2
def g = match x case 1 -> case 2 -> 3

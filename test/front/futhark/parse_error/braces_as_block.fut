def f x = if (x) { 1 } else { 2 }
def g x = { let y = 1 in y }
def h = { return x }

-- An error in one definition does not hide those of others.
def f: i32 = true
def g = f + 1
def h: bool = 1

def f = 1.5i32
def g = 1e5u8

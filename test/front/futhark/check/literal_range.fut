-- A literal is too large for its type.
def f: u8 = 300

-- -1 is no u8.
def f : u8 = -1

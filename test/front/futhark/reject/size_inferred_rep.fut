-- Nothing says how long this is.
-- ==
-- error: E1114
def f (x: i32): []i32 = rep x
def main = f 2

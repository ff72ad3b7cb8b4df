-- A recursive value that is not a function.
-- ==
-- error: E1101
def x: i32 = x + 1
def main = x

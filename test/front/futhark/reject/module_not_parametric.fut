-- An ordinary module is applied.
-- ==
-- error: E1109
module m = {def x = 1i32}
module k = m {}
def main = 1i32

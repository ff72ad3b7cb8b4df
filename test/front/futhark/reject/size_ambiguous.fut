-- Nothing determines a size parameter.
-- ==
-- error: E1306
def zeros [n] (_: i32): [n]i32 = replicate n 0
def main (x: i32) = length (zeros x)

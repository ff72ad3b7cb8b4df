-- A flattened array has the product as its size.
-- ==
-- error: E1301
def main [n] [m] (xss: [n][m]i32): [n]i32 = flatten xss

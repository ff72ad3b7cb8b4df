-- A result of a constant size where a parameter is stated.
-- ==
-- error: E1301
def main [n] (xs: [n]i32): [n]i32 = replicate 10 0

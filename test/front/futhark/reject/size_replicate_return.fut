-- A result of a constant size where a parameter is stated.
-- ==
-- error: E13
def main [n] (xs: [n]i32): [n]i32 = replicate 10 0

-- A matrix where a vector is expected.
-- ==
-- error: E1201
def f [n] (xs: [n]i32) = xs[0] + 1
def main (xss: [][]i32): i32 = f xss

-- Two constants differ.
-- ==
-- error: E13
def f (xs: [3]i32) = xs[0]
def main = f [1, 2]

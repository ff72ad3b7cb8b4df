-- Two constants differ.
-- ==
-- error: E1301
def f (xs: [3]i32) = xs[0]
def main = f [1, 2]

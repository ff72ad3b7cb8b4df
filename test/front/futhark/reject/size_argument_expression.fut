-- A parameter of the size of another argument.
-- ==
-- error: E1301
def f (n: i64) (xs: [n]i32) = xs[0] + i32.i64 n
def main [n] (xs: [n]i32) = f (n + 1) xs

-- Sizes of an abbreviation differ.
-- ==
-- error: E1301
type square [n] = [n][n]i32
def f [n] (a: square [n]) = a[0, 0]
def main [n] [m] (a: [n][m]i32) = f a

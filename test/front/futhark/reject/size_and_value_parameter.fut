-- A size parameter and a value parameter of one name.
-- ==
-- error: E1212
def main [n] (xs: [n]i32) (n: i32) = xs[n]

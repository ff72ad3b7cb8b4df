-- Two named sizes are different.
-- ==
-- error: E1301
def main [n] [m] (xs: [n]i32) (ys: [m]i32) = zip xs ys

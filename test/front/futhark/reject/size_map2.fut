-- map2 over arrays of different sizes.
-- ==
-- error: E1301
def main [n] [m] (xs: [n]i32) (ys: [m]i32) = map2 (+) xs ys

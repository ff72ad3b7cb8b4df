-- An annotation states another size.
-- ==
-- error: E1301
def main [n] [m] (xs: [n]i32) (ys: [m]i32) = let zs: [m]i32 = xs in zs

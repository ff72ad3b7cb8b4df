-- n + m is not m + n.
-- ==
-- error: E1301
def main [n] [m] (xs: [n]i32) (ys: [m]i32): [n + m]i32 = ys ++ xs

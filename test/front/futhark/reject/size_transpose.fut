-- Rows and columns are mixed up.
-- ==
-- error: E1301
def main [n] [m] (a: [n][m]i32) (b: [n][m]i32): [n][m]i32 = map2 (map2 (+)) a (transpose b)

-- n + 1 is not n.
-- ==
-- error: E1301
def main [n] (xs: [n]i32): [n]i32 = xs ++ [0]

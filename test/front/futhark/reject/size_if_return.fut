-- The arms have different sizes, the type states one.
-- ==
-- error: E1301
def main [n] (b: bool) (xs: [n]i32): [n]i32 = if b then xs else xs[1:]

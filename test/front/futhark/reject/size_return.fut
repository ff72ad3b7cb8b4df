-- A result of another size than stated.
-- ==
-- error: E1301
def main [n] (xs: [n]i32): [n]i32 = xs ++ xs

-- take gives the size that it was given.
-- ==
-- error: E1301
def main [n] (xs: [n]i32): [3]i32 = take 2 xs

-- The size of a filter is not that of its argument.
-- ==
-- error: E1301
def main [n] (xs: [n]i32): [n]i32 = filter (> 0) xs

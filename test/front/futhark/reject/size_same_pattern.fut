-- The types inside of a pattern do not see its names.
-- ==
-- error: E1101
def f (n: i64, xs: [n]i32) = length xs

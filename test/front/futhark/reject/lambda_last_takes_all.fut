-- A lambda without parentheses takes all that follows.
-- ==
-- error: E12
def f (xs: [3]i32) = map \x -> x * 2 xs

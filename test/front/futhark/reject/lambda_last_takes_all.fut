-- A lambda without parentheses takes all that follows.
-- ==
-- error: E1202
def f (xs: [3]i32) = map \x -> x * 2 xs

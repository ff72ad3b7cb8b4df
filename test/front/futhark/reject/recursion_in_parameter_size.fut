-- The name of a function means the function in its body only.
-- ==
-- error: E1101
def main (xs: [main]i32) = length xs

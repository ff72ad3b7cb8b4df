-- A size parameter is used outside of its definition.
-- ==
-- error: E1101
def f [n] (xs: [n]i32) = n
def main (xs: []i32) = f xs + n

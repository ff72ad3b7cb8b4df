-- A size parameter is used outside of its definition.
-- ==
-- error: E1[13]
def f [n] (xs: [n]i32) = n
def main (xs: []i32) = f xs + n

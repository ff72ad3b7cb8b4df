-- A unique result aliases a parameter that is not unique.
-- ==
-- error: E1407
def f (xs: []i32): *[]i32 = xs
def main (xs: []i32) = f xs

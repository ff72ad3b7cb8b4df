-- Each function of a chain needs the size of what is to the right of it.
-- ==
-- error: E1304
def main (xs: []i32): i32 = i32.sum <| map (* 2) <| filter (> 0) xs

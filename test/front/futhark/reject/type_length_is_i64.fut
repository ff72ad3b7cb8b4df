-- A length is an i64.
-- ==
-- error: E1201
def main (xs: []i32): i32 = length xs

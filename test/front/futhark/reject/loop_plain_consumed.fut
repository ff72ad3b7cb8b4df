-- A loop parameter with a type without * may not be consumed.
-- ==
-- error: E1402
def main (xs: *[]i32) = loop (a: []i32) = xs for i < 3 do a with [i] = 1

-- An operator of the program's own is no exception.
-- ==
-- error: E1304
def (<*>) 'a 'b [n] (f: [n]a -> b) (xs: [n]a): b = f xs
def main (xs: []i32): i64 = length <*> filter (> 0) xs

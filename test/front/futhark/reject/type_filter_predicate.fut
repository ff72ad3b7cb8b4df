-- A predicate that does not return a bool.
-- ==
-- error: E1201
def main (xs: []i32) = filter (\x -> x + 1) xs

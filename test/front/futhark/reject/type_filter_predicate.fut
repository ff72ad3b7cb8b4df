-- A predicate that does not return a bool.
-- ==
-- error: E12
def main (xs: []i32) = filter (\x -> x + 1) xs

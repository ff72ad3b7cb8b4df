-- The operator of a reduction does not return its operand type.
-- ==
-- error: E1201
def main (xs: []i32) = reduce (\a b -> a < b) 0 xs

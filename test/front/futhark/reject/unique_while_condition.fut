-- The condition of a loop consumes.
-- ==
-- error: E1405
def set (xs: *[]i32): bool = (xs with [0] = 1)[0] > 0
def main (xs: *[]i32) = loop i = 0 while set xs do i + 1

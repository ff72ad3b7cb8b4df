-- A consuming function is passed where none is expected.
-- ==
-- error: E1410
def apply (f: []i32 -> []i32) (xs: []i32) = f xs
def set (xs: *[]i32): []i32 = xs with [0] = 1
def main (xs: []i32) = apply set xs

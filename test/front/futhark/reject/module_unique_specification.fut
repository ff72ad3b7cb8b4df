-- A specification promises more uniqueness than there is.
-- ==
-- error: E1115
module m: {val f: []i32 -> *[]i32} = {def f (xs: []i32): []i32 = xs}
def main (xs: []i32) = m.f xs

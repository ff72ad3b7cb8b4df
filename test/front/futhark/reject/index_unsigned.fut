-- An index is signed.
-- ==
-- error: E1201
def main (xs: []i32) (i: u32) = xs[i]

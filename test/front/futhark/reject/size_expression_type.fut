-- A size is an i64.
-- ==
-- error: E1201
def main (ns: []i32) (xs: []i32) = xs :> [ns[0]]i32

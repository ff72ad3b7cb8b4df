-- An operator consumes a parameter that is not unique.
-- ==
-- error: E1402
def (<+) (xs: *[]i32) (v: i32): *[]i32 = xs with [0] = v
def main (xs: []i32) = xs <+ 1

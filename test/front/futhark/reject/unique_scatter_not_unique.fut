-- scatter consumes its destination.
-- ==
-- error: E14
def main (xs: []i32) (is: []i64) (vs: []i32) = scatter xs is vs

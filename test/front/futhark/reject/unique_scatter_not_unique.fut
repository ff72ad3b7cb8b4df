-- scatter consumes its destination.
-- ==
-- error: E1402
def main [n] (xs: []i32) (is: [n]i64) (vs: [n]i32) = scatter xs is vs

-- Indices that are not i64.
-- ==
-- error: E1201
def main [n] (is: [n]i32) (vs: [n]i32) = scatter (replicate 3 0) is vs

-- The operator does not fit the array.
-- ==
-- error: E1201
def main [n] (is: [n]i64) (vs: [n]i32) = hist (&&) true 3 is vs

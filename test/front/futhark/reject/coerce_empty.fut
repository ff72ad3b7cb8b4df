-- A coercion does not say what sizes the rows of an empty array have.
-- ==
-- error: E1306
def main (n: i64) = [] :> [n][2]i32

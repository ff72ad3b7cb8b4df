-- A size parameter that nothing has.
-- ==
-- error: E13
def main [n] (x: i32) = x

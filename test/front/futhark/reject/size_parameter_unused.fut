-- A size parameter that nothing has.
-- ==
-- error: E1305
def main [n] (x: i32) = x

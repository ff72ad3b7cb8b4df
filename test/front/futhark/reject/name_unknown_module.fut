-- A module that is not defined.
-- ==
-- error: E11
open nothing
def main (x: i32) = x

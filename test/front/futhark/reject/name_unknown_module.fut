-- A module that is not defined.
-- ==
-- error: E1103
open nothing
def main (x: i32) = x

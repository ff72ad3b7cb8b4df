-- A module type that is not defined.
-- ==
-- error: E11
module m: nothing = {}
def main = 1i32

-- A module type that is not defined.
-- ==
-- error: E1104
module m: nothing = {}
def main = 1i32

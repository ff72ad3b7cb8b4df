-- A module lacks several things.
-- ==
-- error: E1110
module type s = {type t val a: t val b: t -> t}
module m: s = {type t = i32}
def main = 1i32

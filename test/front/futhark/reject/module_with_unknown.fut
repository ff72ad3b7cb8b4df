-- with names a type that is not there.
-- ==
-- error: E11
module type s = {type t}
module m: s with u = i32 = {type t = i32}
def main = 1i32

-- with names a type that is not there.
-- ==
-- error: E1113
module type s = {type t}
module m: s with u = i32 = {type t = i32}
def main = 1i32

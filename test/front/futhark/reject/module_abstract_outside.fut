-- An abstract type is not its representation for others.
-- ==
-- error: E1201
module m: {type t} = {type t = i32}
def f (x: m.t): i32 = x
def main = 1i32

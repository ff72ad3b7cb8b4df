-- A refinement has the parameters of the type.
-- ==
-- error: E1113
module type s = { type t [n] }
module type narrow = s with t = [3]i32
def main (x: i32) = x
